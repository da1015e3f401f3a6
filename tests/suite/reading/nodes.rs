//! `nodes(ids:)` returns what `node(id:)` returns for each id, in order, with one statement per
//! kind.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::{kinds::kinds, records::HELD};
use crate::support::{Response, TestApp, apply, each, each_engine, fixture, global_id, uuid};

/// Texts that are no global id, and one of a record that never existed ("Report:999").
const UNKNOWN: [&str; 5] = ["", "nonsense", "\u{0}", "TG9jYWxl", "UmVwb3J0Ojk5OQ"];

async fn ask(app: &TestApp, token: &str, ids: &[String], selection: &str) -> Response {
    let query = format!("query($ids: [ID!]!) {{ nodes(ids: $ids) {{ {selection} }} }}");
    app.graphql(Some(token), &query, json!({ "ids": ids })).await
}

/// The result for one id: the record, and the error's message and extensions.
type NodeResult = (Json, Option<(Json, Json)>);

async fn node(app: &TestApp, token: &str, id: &str) -> NodeResult {
    let query = "query($id: ID!) { node(id: $id) { id databaseId } }";
    let response = app.graphql(Some(token), query, json!({ "id": id })).await;
    let error = response.body["errors"].get(0);
    let error = error.map(|error| (error["message"].clone(), error["extensions"].clone()));
    (response.body["data"]["node"].clone(), error)
}

/// The results of `nodes`, by position.
async fn nodes(app: &TestApp, token: &str, ids: &[String]) -> Vec<NodeResult> {
    let response = ask(app, token, ids, "id databaseId").await;
    let records = response.body["data"]["nodes"].as_array().unwrap();
    assert_eq!(records.len(), ids.len(), "{}", response.text);
    let mut errors: HashMap<u64, (Json, Json)> = HashMap::new();
    for error in response.body["errors"].as_array().into_iter().flatten() {
        let path = error["path"].as_array().unwrap();
        assert_eq!((path.len(), &path[0]), (2, &json!("nodes")), "{error}");
        let outcome = (error["message"].clone(), error["extensions"].clone());
        let before = errors.insert(path[1].as_u64().unwrap(), outcome);
        assert_eq!(before, None, "two errors of one place: {error}");
    }
    (0..).zip(records).map(|(place, record)| (record.clone(), errors.remove(&place))).collect()
}

/// Loads records of every kind, live and deleted, of account 2, of account 1 and without owner;
/// returns their global ids.
async fn load_records(app: &TestApp) -> Vec<String> {
    let mut ids = Vec::new();
    for kind in kinds() {
        let owners = [Some(2), Some(1), None];
        let owners = owners.iter().filter(|owner| owner.is_some() || kind.may_have_no_owner());
        for (owner, place) in owners.zip((100..).step_by(2)) {
            for (id, deleted) in [(place, false), (place + 1, true)] {
                kind.load(app, id, *owner, deleted).await;
                ids.push(global_id(&kind.name(), id));
            }
        }
    }
    ids.extend(UNKNOWN.map(str::to_owned));
    ids
}

/// Tokens of account 2: with the same permissions for each kind, with more for one kind than for
/// others, and one of a deleted account.
async fn callers(app: &TestApp) -> Vec<(String, String)> {
    app.caller(2, &["*"]).await;
    let mut held: Vec<Vec<String>> = HELD
        .iter()
        .map(|actions| {
            let of_kind = |kind: &super::kinds::Kind| {
                actions.iter().map(|action| kind.permission(action)).collect::<Vec<_>>()
            };
            kinds().iter().flat_map(of_kind).collect()
        })
        .collect();
    held.push(["locales.view", "reports.view.own", "users.view"].map(str::to_owned).into());
    held.push(["*"].map(str::to_owned).into());
    let mut callers = Vec::new();
    for names in held {
        let texts: Vec<&str> = names.iter().map(String::as_str).collect();
        callers.push((format!("{names:?}"), app.token("caller2@example.com", Some(&texts)).await));
    }
    // D2: a deleted caller reads nothing.
    let gone = json!({
        "id": 3, "email": "gone@example.com", "permissions": ["*"],
        "deleted_at": "2026-01-02T03:04:05Z",
    });
    app.load(fixture("users", [gone])).await;
    callers.push(("a deleted caller".to_owned(), app.token("gone@example.com", None).await));
    callers
}

/// Callers × records: `nodes` and `node` agree.
#[apply(each_engine!)]
async fn nodes_returns_what_node_returns(app: TestApp) {
    app.caller(1, &[]).await;
    let callers = callers(&app).await;
    let mut ids = load_records(&app).await;
    ids.extend_from_within(10..20);
    assert!((60..=100).contains(&ids.len()), "{}", ids.len());
    let (mut shown, mut empty, mut refused) = (0, 0, 0);
    for (held, token) in &callers {
        let nodes = nodes(&app, token, &ids).await;
        for (id, outcome) in ids.iter().zip(nodes) {
            match &outcome {
                (_, Some(_)) => refused += 1,
                (Json::Null, None) => empty += 1,
                _ => shown += 1,
            }
            assert_eq!(outcome, node(&app, token, id).await, "{id} for {held}");
        }
    }
    assert!(shown > 100 && empty > 100 && refused > 100, "{shown} {empty} {refused}");
}

/// One statement per kind with the selected accounts, however many ids, and none where nothing can
/// be found.
#[apply(each_engine!)]
async fn each_kind_takes_one_statement(app: TestApp, token: String) {
    let report = |id: i64| json!({ "id": id, "uuid": uuid(id), "title": "a", "user_id": 1 });
    let locale = |id: i64| json!({ "id": id, "code": format!("x-{id}"), "name": "a" });
    app.load(fixture("reports", (1..=30).map(report)))
        .await
        .load(fixture("locales", (1..=30).map(locale)))
        .await;
    let of_kind = |name: &str| -> Vec<String> { (1..=30).map(|id| global_id(name, id)).collect() };
    let (reports, locales) = (of_kind("Report"), of_kind("Locale"));
    let mixed: Vec<String> =
        reports.iter().zip(&locales).flat_map(|(a, b)| [a.clone(), b.clone()]).collect();
    let number = "databaseId";
    let with_owner = "databaseId ... on Report { user { email } }";
    let unknown: Vec<String> = UNKNOWN[..4].iter().map(|id| (*id).to_owned()).collect();
    let cases = [
        ("one kind", reports.clone(), number, 1),
        ("one kind with owners", reports.clone(), with_owner, 1),
        ("two kinds", mixed.clone(), number, 2),
        ("two kinds with owners", mixed.clone(), with_owner, 2),
        ("one record many times", vec![reports[0].clone(); 100], number, 1),
        ("no ids", vec![], number, 0),
        ("nothing that could be found", unknown, number, 0),
    ];
    for (case, ids, selection, statements) in cases {
        let (count, response) = app.statements(ask(&app, &token, &ids, selection)).await;
        assert_eq!(count, statements, "{case}");
        assert_eq!(response.data()["nodes"].as_array().unwrap().len(), ids.len(), "{case}");
    }
    let response = ask(&app, &token, &mixed, number).await;
    let numbers: Vec<Json> = (1..=30).flat_map(|id| [json!(id), json!(id)]).collect();
    assert_eq!(each(&response.data()["nodes"], "databaseId"), numbers, "in the order of the ids");
}

/// At most a hundred ids; a single id is coerced to a list.
#[apply(each_engine!)]
async fn the_number_of_ids_is_limited(app: TestApp, token: String) {
    let ids = |count: usize| vec!["x".to_owned(); count];
    let hundred = ask(&app, &token, &ids(100), "id").await;
    assert_eq!(hundred.data()["nodes"], json!(vec![Json::Null; 100]));
    let response = ask(&app, &token, &ids(101), "id").await;
    let message = "ids may name at most 100 records";
    assert_eq!(response.error(), Some(("BAD_REQUEST", message)));
    assert_eq!(response.body["data"], json!({ "nodes": null }));
    for document in ["{ nodes(ids: \"x\") { id } }", "{ nodes(ids: [7]) { id } }"] {
        assert_eq!(app.data(&token, document).await["nodes"], json!([null]), "{document}");
    }
}
