//! One scope everywhere: whatever a caller may do, lists, counts, `node`, `nodes`, single records,
//! the bin and its summary agree on what it sees, and show the same of it.

use std::collections::BTreeMap;

use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
};
use serde_json::{Value as Json, json};

use crate::{
    contract::{Operation, restores},
    support::{Engine, TestApp, fixture},
};

const ME: i64 = 1;
const OTHER: i64 = 2;
const TABLES: [&str; 5] = ["locales", "reports", "translations", "notifications", "users"];

/// How far a caller may go with one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Nowhere,
    Own,
    All,
}

fn reach() -> impl Strategy<Value = Reach> {
    prop_oneof![Just(Reach::Nowhere), Just(Reach::Own), Just(Reach::All)]
}

/// How far it may go with viewing and restoring each of the kinds.
fn caller() -> impl Strategy<Value = Vec<(Reach, Reach)>> {
    prop::collection::vec((reach(), reach()), TABLES.len())
}

fn kinds() -> Vec<Operation> {
    let of = |table: &&str| restores().into_iter().find(|kind| kind.table == *table).unwrap();
    TABLES.iter().map(of).collect()
}

/// The names of permissions that let a caller go so far.
fn permissions(kinds: &[Operation], reaches: &[(Reach, Reach)]) -> Vec<String> {
    let name = |permission: String, reach: Reach| match reach {
        Reach::Nowhere => None,
        Reach::Own => Some(format!("{permission}.own")),
        Reach::All => Some(permission),
    };
    let of_kind = |(kind, (view, restore)): (&Operation, &(Reach, Reach))| {
        let view = name(kind.permission.replace(".restore", ".view"), *view);
        [view, name(kind.permission.to_owned(), *restore)]
    };
    kinds.iter().zip(reaches).flat_map(of_kind).flatten().collect()
}

/// A record, and whether it is the caller's own and deleted.
struct Known {
    id: i64,
    own: bool,
    deleted: bool,
}

/// The records of a kind: live and deleted ones, own ones and others'.
fn records(place: usize, kind: &Operation) -> Vec<Known> {
    let first = 1_000 * (place as i64 + 1);
    let record = |number: i64| Known {
        // Of accounts, only the caller's own is its own, and that is live here.
        id: first + number,
        own: kind.has_own && kind.table != "users" && number % 2 == 0,
        deleted: number % 4 > 1,
    };
    (0..8).map(record).collect()
}

async fn furnish(app: &TestApp) {
    app.caller(ME, &["*"]).await;
    app.caller(OTHER, &[]).await;
    for (place, kind) in kinds().iter().enumerate() {
        let rows = records(place, kind).into_iter().map(|known| {
            kind.record(known.id, Some(if known.own { ME } else { OTHER }), known.deleted)
        });
        app.load(fixture(kind.table, rows)).await;
    }
}

fn sees(own: bool, reach: Reach) -> bool {
    reach == Reach::All || (own && reach == Reach::Own)
}

fn global(kind: &Operation, id: i64) -> String {
    data_encoding::BASE64URL_NOPAD.encode(format!("{}:{id}", kind.type_name()).as_bytes())
}

/// The answer to a document, whose refusals don't matter here: what is refused isn't seen.
async fn data(app: &TestApp, token: &str, query: &str, variables: Json) -> Json {
    app.graphql(Some(token), query, variables).await.body["data"].clone()
}

/// The records of a list, by number.
fn shown(nodes: &Json) -> BTreeMap<i64, Json> {
    let nodes = nodes.as_array().into_iter().flatten().filter(|node| !node.is_null());
    nodes.map(|node| (node["databaseId"].as_i64().unwrap(), node.clone())).collect()
}

async fn agree(app: &TestApp, reaches: Vec<(Reach, Reach)>) -> Result<(), TestCaseError> {
    let kinds = kinds();
    let held = permissions(&kinds, &reaches);
    let held: Vec<&str> = held.iter().map(String::as_str).collect();
    let token = &app.token("caller1@example.com", Some(&held)).await;
    let mut in_bin = BTreeMap::new();
    for (place, (kind, (view, restore))) in kinds.iter().zip(&reaches).enumerate() {
        let mut known = records(place, kind);
        if kind.table == "users" {
            known.push(Known { id: ME, own: true, deleted: false });
            known.push(Known { id: OTHER, own: false, deleted: false });
        }
        let visible = |known: &&Known| {
            let own = known.own || (kind.table == "users" && known.id == ME);
            sees(own, *view) && (!known.deleted || sees(own, *restore))
        };
        let expected: Vec<i64> = known.iter().filter(visible).map(|known| known.id).collect();
        let deleted: Vec<i64> =
            known.iter().filter(visible).filter(|it| it.deleted).map(|known| known.id).collect();
        let fields = match kind.table {
            "reports" => "databaseId label deletedAt user { email } viewerCan { restore delete }",
            "notifications" => "databaseId label deletedAt message user { email }",
            _ => "databaseId label deletedAt viewerCan { restore delete }",
        };
        // Lists and counts.
        let field = reinstate::resources::camel_case(kind.table);
        let list = |trashed: &str| {
            format!(
                "{{ {field}(trashed: {trashed}, first: 100) {{ totalCount nodes {{ {fields} }} }} }}"
            )
        };
        let with = data(app, token, &list("WITH"), json!({})).await[&field].clone();
        let only = data(app, token, &list("ONLY"), json!({})).await[&field].clone();
        let without = data(app, token, &list("WITHOUT"), json!({})).await[&field].clone();
        let listed = shown(&with["nodes"]);
        let mut sorted = expected.clone();
        sorted.sort_unstable();
        prop_assert_eq!(
            listed.keys().copied().collect::<Vec<_>>(),
            sorted,
            "{} listed",
            kind.table
        );
        prop_assert_eq!(shown(&only["nodes"]).into_keys().collect::<Vec<_>>(), deleted.clone());
        for (list, count) in [
            (&with, expected.len()),
            (&only, deleted.len()),
            (&without, expected.len() - deleted.len()),
        ] {
            if !list.is_null() {
                prop_assert_eq!(&list["totalCount"], &json!(count), "{} counted", kind.table);
            }
        }
        // The same records by their global ids, together and alone, and by their own keys.
        let ids: Vec<String> = known.iter().map(|known| global(kind, known.id)).collect();
        let of_type = format!("... on {} {{ {fields} }}", kind.type_name());
        let query = format!("query($ids: [ID!]!) {{ nodes(ids: $ids) {{ {of_type} }} }}");
        let nodes = data(app, token, &query, json!({ "ids": ids })).await;
        prop_assert_eq!(&shown(&nodes["nodes"]), &listed, "{} as nodes", kind.table);
        for known in &known {
            let query = format!("query($id: ID!) {{ node(id: $id) {{ {of_type} }} }}");
            let node = data(app, token, &query, json!({ "id": global(kind, known.id) })).await;
            let one = listed.get(&known.id).cloned().unwrap_or_default();
            prop_assert_eq!(&node["node"], &one, "{} {} as a node", kind.table, known.id);
            if known.id > OTHER {
                let (argument, ty) = kind.key.argument();
                let field = kind.field_name();
                let query =
                    format!("query($key: {ty}) {{ {field}({argument}: $key) {{ {fields} }} }}");
                let record =
                    data(app, token, &query, json!({ "key": kind.key_of(known.id) })).await;
                prop_assert_eq!(&record[&field], &one, "{} {} by its key", kind.table, known.id);
            }
        }
        // The bin of the kind, and what its records show.
        let kind_name = kind.type_name().to_uppercase();
        let query = format!(
            "{{ trash(kinds: [{kind_name}], first: 100) {{ totalCount nodes {{ {of_type} }} }} }}"
        );
        let bin = data(app, token, &query, json!({})).await["trash"].clone();
        prop_assert_eq!(&shown(&bin["nodes"]), &shown(&only["nodes"]), "{} in the bin", kind.table);
        prop_assert_eq!(
            &bin["totalCount"],
            &json!(deleted.len()),
            "{} counted in the bin",
            kind.table
        );
        if *view != Reach::Nowhere
            && *restore != Reach::Nowhere
            && (kind.has_own || (*view, *restore) == (Reach::All, Reach::All))
        {
            in_bin.insert(kind_name, deleted.len());
        }
    }
    let summary = data(app, token, "{ trashSummary { kind count } }", json!({})).await;
    for kind in summary["trashSummary"].as_array().into_iter().flatten() {
        let name = kind["kind"].as_str().unwrap();
        let count = in_bin.remove(name).unwrap_or_default();
        prop_assert_eq!(&kind["count"], &json!(count), "{} in the summary", name);
    }
    prop_assert!(in_bin.values().all(|count| *count == 0), "left out of the summary: {in_bin:?}");
    Ok(())
}

fn all_agree(engine: Engine) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let Some(app) = runtime.block_on(TestApp::start(engine)) else { return };
    runtime.block_on(furnish(&app));
    let config = Config { cases: 40, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&caller(), |reaches| runtime.block_on(agree(&app, reaches)))
        .unwrap_or_else(|failure| panic!("{failure}"));
    // Schemas are dropped on the runtime.
    runtime.block_on(async move { drop(app) });
}

/// D6, D9, over SQLite.
#[test]
fn everything_agrees_on_sqlite() {
    all_agree(Engine::Sqlite);
}

/// D6, D9, over PostgreSQL.
#[test]
fn everything_agrees_on_postgres() {
    all_agree(Engine::Postgres);
}
