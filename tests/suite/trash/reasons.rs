//! Reasons: where a caller gives one, where it is kept, and who sees it.

use std::{io::Cursor, time::Duration};

use reinstate::data::transfer::{Conflict, Export, Import};
use serde_json::{Value as Json, json};
use tokio::sync::Mutex;

use super::{kind, load};
use crate::support::{TestApp, apply, each, each_engine, escaped, global_id, uuid};

const ME: i64 = 1;
const OTHER: i64 = 2;

/// The reasons of the events, the newest first, with the actions.
async fn reasons(app: &TestApp, token: &str) -> Vec<(String, Json)> {
    let query = "{ recordEvents { nodes { action reason } } }";
    let events = &app.data(token, query).await["recordEvents"]["nodes"];
    let actions = each(events, "action").into_iter().map(|it| it.as_str().unwrap().to_owned());
    actions.zip(each(events, "reason")).collect()
}

/// The requests that take a reason, in an order in which each changes the report.
enum Request {
    Graphql(&'static str, &'static str),
    Rest,
}

const REQUESTS: [Request; 8] = [
    Request::Graphql("deleteReport", "uuid: $uuid"),
    Request::Graphql("restoreReport", "uuid: $uuid"),
    Request::Graphql("delete", "id: $id"),
    Request::Rest,
    Request::Graphql("deleteMany", "ids: [$id]"),
    Request::Graphql("restoreMany", "ids: [$id]"),
    Request::Graphql("undo", "operationId: $operation"),
    Request::Graphql("restore", "id: $id, with: RELATED"),
];

impl Request {
    /// Sends the request, and returns the operation or the code of the error.
    async fn send(&self, app: &TestApp, token: &str, operation: &Json, reason: &str) -> Json {
        match self {
            Self::Rest => {
                let reason = escaped(reason);
                let path = format!("/api/v1/reports/{}/restore", kind("reports").key_of(1));
                let response = app.post_empty(token, &format!("{path}?reason={reason}")).await;
                json!(if response.status.is_success() { "" } else { "BAD_REQUEST" })
            }
            Self::Graphql(name, arguments) => {
                let declared = [("$id", "ID!"), ("$uuid", "UUID!"), ("$operation", "UUID!")];
                let (variable, ty) =
                    declared.into_iter().find(|it| arguments.contains(it.0)).unwrap();
                let query = format!(
                    "mutation({variable}: {ty}, $reason: String) \
                     {{ {name}({arguments}, reason: $reason) {{ operationId }} }}"
                );
                let variables = json!({ "id": global_id("Report", 1), "operation": operation,
                    "uuid": kind("reports").key_of(1), "reason": reason });
                let response = app.graphql(Some(token), &query, variables).await;
                match response.error() {
                    Some((code, _)) => json!(code),
                    None => response.data()[name]["operationId"].clone(),
                }
            }
        }
    }
}

/// Each event has the reason of its request; a record in the trash has that of its deletion.
#[apply(each_engine!)]
async fn events_have_the_reason_of_their_request(app: TestApp, token: String) {
    load(&app, &kind("reports"), 1, ME, None).await;
    let trash = "{ trash { nodes { deletionReason deletedBy { databaseId } } } }";
    let mut operation = Json::Null;
    for (place, request) in REQUESTS.iter().enumerate() {
        let reason = format!("Reason {place}: it's \"mine\" \u{1f980} 100%");
        let done = request.send(&app, &token, &operation, &reason).await;
        assert!(done == "" || done.as_str().is_some_and(|it| it.len() == 36), "{place}: {done}");
        operation = done;
        let events = reasons(&app, &token).await;
        assert_eq!((events.len(), &events[0].1), (place + 1, &json!(reason)), "{place}");
        let nodes = &app.data(&token, trash).await["trash"]["nodes"];
        if events[0].0 == "DELETED" {
            // An undone restore leaves the deletion as it was, with its own reason.
            let reason = if place == 6 { &events[2].1 } else { &json!(reason) };
            let expected = json!([{ "deletionReason": reason, "deletedBy": { "databaseId": ME } }]);
            assert_eq!(nodes, &expected, "{place}");
        } else {
            assert_eq!(nodes, &json!([]), "{place}");
        }
    }
    // Without a reason there is none.
    let delete = "mutation($id: ID!) { delete(id: $id, reason: null) { operationId } }";
    app.graphql(Some(&token), delete, json!({ "id": global_id("Report", 1) })).await.data();
    assert_eq!(reasons(&app, &token).await[0], ("DELETED".to_owned(), Json::Null));
}

/// A reason that is empty, too long or has NUL is refused, and nothing is changed.
#[apply(each_engine!)]
async fn reasons_are_limited(app: TestApp, token: String) {
    load(&app, &kind("reports"), 1, ME, None).await;
    let operation = json!(uuid(9));
    for request in &REQUESTS {
        for reason in [String::new(), "\u{e4}".repeat(501), "a\0b".to_owned()] {
            let refused = request.send(&app, &token, &operation, &reason).await;
            assert_eq!(refused, json!("BAD_REQUEST"), "{reason:.9}");
        }
    }
    assert_eq!(app.count("record_events").await, 0);
    let longest = "\u{e4}".repeat(500);
    REQUESTS[0].send(&app, &token, &operation, &longest).await;
    assert_eq!(reasons(&app, &token).await[0].1, json!(longest));
    let path = format!("/api/v1/reports/{}/restore", kind("reports").key_of(1));
    app.post_empty(&token, &format!("{path}?reason=a&reason=b")).await.expect(400);
    // Other parameters are ignored, as ever, and so is a reason where there is none to give.
    app.post_empty(&token, &format!("{path}?reasons=")).await.expect(200);
}

/// D26: a reason is part of the audit trail, and shown to those who may audit the record.
#[apply(each_engine!)]
async fn auditors_see_reasons(app: TestApp, admin: String) {
    app.caller(OTHER, &["*"]).await;
    for (id, owner) in [(1, ME), (2, OTHER)] {
        load(&app, &kind("reports"), id, owner, None).await;
    }
    let delete = "mutation($ids: [ID!]!) { deleteMany(ids: $ids, reason: \"secret\") \
                  { operationId } }";
    let ids = [1, 2].map(|id| global_id("Report", id));
    app.graphql(Some(&admin), delete, json!({ "ids": ids })).await.data();
    let sees = ["reports.view", "reports.restore"];
    let query = "{ trash { nodes { databaseId deletionReason } } }";
    for (audit, expected) in [
        (None, [Json::Null, Json::Null]),
        (Some("audit.view.own"), [json!("secret"), Json::Null]),
        (Some("audit.view"), [json!("secret"), json!("secret")]),
    ] {
        let permissions: Vec<&str> = sees.into_iter().chain(audit).collect();
        let token = app.token("caller1@example.com", Some(&permissions)).await;
        let mut nodes = app.data(&token, query).await["trash"]["nodes"].as_array().unwrap().clone();
        nodes.sort_by_key(|node| node["databaseId"].as_i64());
        assert_eq!(each(&json!(nodes), "deletionReason"), expected, "{audit:?}");
        let audited = expected.iter().filter(|it| !it.is_null()).count();
        for (reason, found) in [("seCR", audited), ("secrets", 0), ("%25", 0), ("", 2)] {
            let found = audit.map(|_| found);
            sought(&app, &token, "trash", &format!("deletion_reason={reason}"), found).await;
        }
        for (owner, found) in [(ME, 1), (OTHER, 1), (9, 0)] {
            sought(&app, &token, "trash", &format!("owner={owner}"), Some(found)).await;
        }
    }
    let audits = async |path: &str, found| sought(&app, &admin, "events", path, Some(found)).await;
    for (path, found) in [("owner=1", 1), ("owner=9", 0), ("reason=ECR", 2), ("reason=x", 0)] {
        audits(path, found).await;
        audits(&format!("{path}&kinds=report&actions=deleted"), found).await;
        audits(&format!("{path}&actions=restored"), 0).await;
    }
    let own = app.token("caller1@example.com", Some(&["audit.view.own"])).await;
    sought(&app, &own, "events", "owner=2", Some(0)).await;
    // What is emptied is what matches: the token of another filter isn't one of this.
    let emptied = async |path: &str| app.delete(&admin, &format!("trash?{path}")).await;
    let preview = emptied("deletion_reason=secret&owner=2").await.expect(200);
    let confirm = preview.body["preview"]["token"].as_str().unwrap().to_owned();
    for other in [
        "deletion_reason=secret",
        "owner=2",
        "deletion_reason=secret&owner=1",
        "deletion_reason=secre&owner=2",
    ] {
        emptied(&format!("{other}&confirm={confirm}")).await.expect(400);
    }
    emptied(&format!("deletion_reason=secret&owner=2&confirm={confirm}")).await.expect(200);
    sought(&app, &admin, "trash", "deletion_reason=secret", Some(1)).await;
}

/// Reads a list of both APIs, and expects that many rows or, without a number, a refusal.
async fn sought(app: &TestApp, token: &str, list: &str, parameters: &str, found: Option<usize>) {
    let path = format!("/api/v1/{list}?{parameters}");
    let rest = app.get(token, &path).await;
    let field = if list == "trash" { "trash" } else { "recordEvents" };
    let arguments: Vec<String> = parameters
        .split('&')
        .map(|it| it.split_once('=').unwrap())
        .map(|(name, value)| match name {
            "reason" => format!("reason: \"{value}\""),
            "deletion_reason" => format!("deletionReason: \"{}\"", value.replace("%25", "%")),
            _ => format!("{name}: {}", value.to_uppercase()),
        })
        .collect();
    let query = format!("{{ {field}({}) {{ nodes {{ id }} }} }}", arguments.join(", "));
    let graphql = app.query(token, &query).await;
    match found {
        Some(count) => {
            let rows = |list: &Json| list.as_array().map(Vec::len);
            assert_eq!(rows(&rest.expect(200).body["data"]), Some(count), "{path}");
            assert_eq!(rows(&graphql.data()[field]["nodes"]), Some(count), "{query}");
        }
        None => {
            rest.expect(403);
            assert_eq!(graphql.error().unwrap().0, "FORBIDDEN", "{query}");
        }
    }
}

/// An export keeps reasons, and so does purging the record.
#[apply(each_engine!)]
async fn reasons_outlast_their_records(app: TestApp, token: String) {
    load(&app, &kind("reports"), 1, ME, None).await;
    REQUESTS[0].send(&app, &token, &Json::Null, "Obsolete").await;
    let mut exported = Vec::new();
    let export = Export { kinds: Vec::new(), secrets: true, events: true };
    export.write(&app.state, &mut exported, |_| {}).await.unwrap();
    let copy = TestApp::start(app.engine).await.unwrap();
    let import = Import { conflict: Conflict::Update, dry_run: false, full: true };
    import.read(&copy.state, Cursor::new(exported), &Mutex::default(), |_| {}).await.unwrap();
    for app in [&app, &copy] {
        app.purge("reports", Duration::ZERO).await;
        let events = reasons(app, &token).await;
        let actions: Vec<(&str, &Json)> = events.iter().map(|it| (it.0.as_str(), &it.1)).collect();
        assert_eq!(actions, [("PURGED", &Json::Null), ("DELETED", &json!("Obsolete"))]);
    }
}
