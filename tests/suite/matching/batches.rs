//! Operations that run in batches: progress, undo, cancelling, and what ends them.

use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};

use super::{Asked, code, ended, operation, result};
use crate::{
    budgets::fill,
    call::{APIS, Api},
    idempotency,
    support::{
        Engine, Response, TestApp, apply, each_engine, each_engine_threaded, from_now, global_id,
    },
};

async fn count(app: &TestApp, condition: &str) -> i64 {
    app.count(&format!("reports WHERE {condition}")).await
}

async fn events(app: &TestApp, id: &Json) -> i64 {
    let id = id.as_str().unwrap();
    let id = match app.engine {
        Engine::Sqlite => format!("unhex('{id}', '-')"),
        Engine::Postgres => format!("'{id}'"),
    };
    app.count(&format!("record_events WHERE operation_id = {id}")).await
}

/// Starts deleting all reports.
async fn start(app: &TestApp, api: Api, token: &str) -> Json {
    let started = Asked::reports("delete", "Report").confirm(app, api, token).await;
    assert_eq!(started["progress"]["state"], "running", "{started}");
    started["operation_id"].clone()
}

async fn undo(app: &TestApp, api: Api, token: &str, id: &str) -> Response {
    if api == Api::Rest {
        return app.post_empty(token, &format!("operations/{id}/undo")).await;
    }
    let query = "mutation($id: UUID!) { undo(operationId: $id) { operation_id: operationId \
         outcomes { id } progress { state total } } }";
    app.graphql(Some(token), query, json!({ "id": id })).await
}

/// All records, in one operation, whose progress ends with their number; and back.
#[apply(each_engine!)]
async fn many_records_are_changed_and_undone_in_batches(outer: TestApp, token: String) {
    // Each batch takes the only permit, which the request that began the operation gave back.
    let app = outer.with_budgets(|budgets| budgets.operations = 1).await;
    fill(&app, 1_201).await;
    for api in APIS {
        let id = start(&app, api, &token).await;
        let done = ended(&app, &token, &id).await;
        let progress = &done["progress"];
        assert_eq!(progress["state"], "DONE", "{done}");
        assert!(progress["endedAt"].is_string() && progress["errorCode"].is_null(), "{done}");
        for (name, expected) in [("total", 1_201), ("changed", 1_201), ("refused", 0)] {
            assert_eq!(progress[name], expected, "{name}");
        }
        assert_eq!(done["counts"], json!([{ "kind": "REPORT", "count": 1_201 }]));
        assert_eq!((&done["canUndo"], &done["actor"]["databaseId"]), (&json!(true), &json!(1)));
        assert_eq!(count(&app, "deleted_at IS NULL").await, 0);
        assert_eq!(events(&app, &id).await, 1_201);
        let id = id.as_str().unwrap();
        let shown = app.get(&token, &format!("operations/{id}")).await.body;
        let progress = &shown["progress"];
        assert_eq!((&progress["state"], &progress["changed"]), (&json!("done"), &json!(1_201)));
        let undone = result(&undo(&app, api, &token, id).await, api, "undo");
        assert_eq!(undone["outcomes"], json!([]));
        assert_eq!(undone["progress"]["total"], 1_201);
        let back = ended(&app, &token, &undone["operation_id"]).await;
        let progress = &back["progress"];
        assert_eq!((&progress["state"], &progress["changed"]), (&json!("DONE"), &json!(1_201)));
        assert_eq!(count(&app, "deleted_at IS NOT NULL").await, 0);
        // The undo of an undo is an operation like others.
        assert_eq!(back["canUndo"], true);
    }
}

/// The trash is emptied in batches, too: what something keeps stays, and nothing of it can be undone.
#[apply(each_engine!)]
async fn the_trash_is_emptied_in_batches(app: TestApp, token: String) {
    fill(&app, 1_201).await;
    app.execute("UPDATE reports SET deleted_at = created_at").await;
    let hold = format!("records/{}/hold?reason=Why", global_id("Report", 1));
    app.post_empty(&token, &hold).await.expect(200);
    let empty = async |confirm: &str| {
        app.delete(&token, &format!("trash?kinds=report{confirm}")).await.expect(200).body
    };
    let preview = empty("").await["preview"].clone();
    let kept = json!([{ "on_hold": true, "kind": null, "count": 1 }]);
    assert_eq!((&preview["counts"][0]["count"], &preview["kept"]), (&json!(1_200), &kept));
    let token_of = preview["token"].as_str().unwrap();
    let id = empty(&format!("&confirm={token_of}")).await["operation_id"].clone();
    let done = ended(&app, &token, &id).await;
    let progress = &done["progress"];
    assert_eq!((&progress["state"], &progress["changed"]), (&json!("DONE"), &json!(1_200)));
    assert_eq!((done["canUndo"].as_bool(), count(&app, "id = id").await), (Some(false), 1));
    let undone = undo(&app, Api::Rest, &token, id.as_str().unwrap()).await;
    assert_eq!(undone.status, 409, "{}", undone.text);
}

/// D30: an account runs one at a time, whichever server and with whichever credential it asks; one
/// whose server is gone counts as interrupted.
#[apply(each_engine!)]
async fn an_account_runs_one_operation_at_a_time(app: TestApp, token: String) {
    let second = app.token("caller1@example.com", None).await;
    let other = app.caller(2, &["*"]).await;
    fill(&app, 600).await;
    let replica = app.replica().await;
    let running = "00000000-0000-4000-8000-000000000001";
    let id = match app.engine {
        Engine::Sqlite => format!("unhex('{running}', '-')"),
        Engine::Postgres => format!("'{running}'"),
    };
    let now = from_now(0).text().replace('Z', "+00:00");
    app.execute(&format!(
        "INSERT INTO bulk_operations (id, actor_id, credential_kind, credential_id, state, total, \
         changed, refused, created_at, updated_at) SELECT {id}, 1, 'access_token', MIN(id), \
         'running', 9, 3, 1, '{now}', '{now}' FROM access_tokens"
    ))
    .await;
    let shown = operation(&app, &token, &json!(running)).await;
    assert_eq!(shown["progress"]["state"], "RUNNING");
    assert_eq!((&shown["counts"], &shown["canUndo"]), (&json!([]), &json!(false)));
    let asked = Asked::reports("delete", "Report");
    for api in APIS {
        for token in [&token, &second] {
            let confirm = asked.token(&replica, api, token).await;
            let refused = asked.send(&replica, api, token, Some(&confirm)).await;
            assert_eq!(code(&refused, api), "CONFLICT", "{}", refused.text);
        }
        // What is running can't be undone.
        let undo = undo(&app, api, &token, running).await;
        assert_eq!(code(&undo, api), "CONFLICT", "{}", undo.text);
    }
    assert_eq!(count(&app, "deleted_at IS NOT NULL").await, 0);
    // Another account has a place of its own.
    let id = start(&replica, Api::Rest, &other).await;
    assert_eq!(ended(&replica, &other, &id).await["progress"]["state"], "DONE");
    let undone = undo(&app, Api::Rest, &other, id.as_str().unwrap()).await;
    ended(&app, &other, &undone.body["operation_id"]).await;
    // Nobody has written a batch for long.
    let before = from_now(-60).text().replace('Z', "+00:00");
    app.execute(&format!("UPDATE bulk_operations SET updated_at = '{before}' WHERE total = 9"))
        .await;
    let shown = operation(&app, &token, &json!(running)).await;
    assert_eq!(shown["progress"]["state"], "INTERRUPTED");
    assert!(shown["progress"]["endedAt"].is_string(), "{shown}");
    let id = start(&replica, Api::Graphql, &token).await;
    assert_eq!(ended(&app, &token, &id).await["progress"]["state"], "DONE");
    assert_eq!(app.count("bulk_operations WHERE state = 'interrupted'").await, 1);
}

/// A retry under an `Idempotency-Key` gets the same operation, which was begun once.
#[apply(each_engine!)]
async fn a_retry_begins_no_second_operation(app: TestApp, token: String) {
    fill(&app, 700).await;
    let asked = Asked::reports("delete", "Report");
    let confirm = asked.token(&app, Api::Rest, &token).await;
    let uri = asked.uri(Some(&confirm));
    let send = || idempotency::rest(&app, &token, "once", "POST", &uri, None);
    let first = send().await;
    let id = first.body["operation_id"].clone();
    assert_eq!(first.body["progress"]["state"], "running", "{}", first.text);
    assert_eq!(ended(&app, &token, &id).await["progress"]["changed"], 700);
    assert_eq!(send().await.body, first.body);
    assert_eq!((app.count("bulk_operations").await, events(&app, &id).await), (1, 700));
}

/// Cancelling ends an operation after the present batch: what it has changed is audited, counted and
/// can be undone. Only its caller may.
#[apply(each_engine!)]
async fn an_operation_is_cancelled(app: TestApp, token: String) {
    let other = app.caller(2, &["*"]).await;
    fill(&app, 5_000).await;
    let cancel = async |api, token: &str, id: &Json| match api {
        Api::Rest => {
            let path = format!("/api/v1/operations/{}/cancel", id.as_str().unwrap());
            app.post_empty(token, &path).await
        }
        Api::Graphql => {
            let query = "mutation($id: UUID!) { cancelOperation(operationId: $id) { operation_id: \
                 operationId progress { state total changed refused } } }";
            app.graphql(Some(token), query, json!({ "id": id })).await
        }
    };
    for api in APIS {
        let id = start(&app, api, &token).await;
        assert_eq!(code(&cancel(api, &other, &id).await, api), "NOT_FOUND");
        let unknown = json!("00000000-0000-4000-8000-000000000000");
        assert_eq!(code(&cancel(api, &token, &unknown).await, api), "NOT_FOUND");
        let cancelled = cancel(api, &token, &id).await;
        let cancelled = result(&cancelled, api, "cancelOperation");
        assert_eq!(cancelled["progress"]["state"], "cancelled", "{cancelled}");
        let shown = ended(&app, &token, &id).await;
        assert_eq!(shown["progress"]["changed"], cancelled["progress"]["changed"]);
        let changed = shown["progress"]["changed"].as_i64().unwrap();
        assert!(changed < 5_000, "{shown}");
        // Again: it has ended.
        let again = result(&cancel(api, &token, &id).await, api, "cancelOperation");
        assert_eq!(again["progress"]["state"], "cancelled");
        // The next one waits for no batch of this one.
        let id = start(&app, api, &token).await;
        let done = ended(&app, &token, &id).await;
        assert_eq!(done["progress"]["changed"], 5_000 - changed, "{done}");
        app.execute("UPDATE reports SET deleted_at = NULL").await;
    }
}

/// D25: an operation ends with the permission or the credential of its caller.
#[apply(each_engine!)]
async fn an_operation_ends_with_its_credential(app: TestApp, admin: String) {
    app.caller(2, &["reports.delete", "reports.view"]).await;
    fill(&app, 5_000).await;
    let cases = [
        ("mutation { signOut(userId: 2) { revokedCount } }", "UNAUTHENTICATED"),
        (
            "mutation { revoke(input: { to: { userId: 2 }, permissions: [\"reports.delete\"] }) \
             { permissions } }",
            "FORBIDDEN",
        ),
    ];
    for (document, expected) in cases {
        let token = app.token("caller2@example.com", None).await;
        let id = start(&app, Api::Rest, &token).await;
        app.query(&admin, document).await.data();
        let ended = ended(&app, &admin, &id).await;
        let progress = &ended["progress"];
        assert_eq!(
            json!([progress["state"], progress["errorCode"]]),
            json!(["INTERRUPTED", expected])
        );
        let changed = progress["changed"].as_i64().unwrap();
        assert!(changed < 5_000, "{ended}");
        assert_eq!(count(&app, "deleted_at IS NOT NULL").await, changed);
        app.execute("UPDATE reports SET deleted_at = NULL").await;
    }
}

/// 20,000 records, while others work: each of their requests takes a fraction of it.
#[apply(each_engine_threaded!)]
async fn others_work_meanwhile(app: TestApp, token: String) {
    let other = app.caller(2, &["*"]).await;
    fill(&app, 20_000).await;
    let started = Instant::now();
    let id = start(&app, Api::Graphql, &token).await;
    let (mut slowest, mut requests) = (Duration::ZERO, 0);
    loop {
        let asked = Instant::now();
        let body = json!({ "user_id": 2, "type": "info", "title": "t", "message": "m" });
        let sent = app.post(&other, "notifications", &body).await;
        assert_eq!(sent.status, 201, "{}", sent.text);
        slowest = slowest.max(asked.elapsed());
        requests += 1;
        if operation(&app, &token, &id).await["progress"]["state"] != "RUNNING" {
            break;
        }
    }
    let elapsed = started.elapsed();
    println!(
        "{:?}: 20,000 records in {elapsed:?}; {requests} requests beside it, the slowest took {slowest:?}",
        app.engine
    );
    let done = operation(&app, &token, &id).await;
    let progress = &done["progress"];
    assert_eq!((&progress["state"], &progress["changed"]), (&json!("DONE"), &json!(20_000)));
    assert!(elapsed < Duration::from_secs(120), "{elapsed:?}");
    assert!(slowest < Duration::from_secs(5) && requests > 10, "{requests}: {slowest:?}");
}

/// More records than one operation may have are refused; the preview still counts them.
#[tokio::test]
async fn an_operation_has_a_maximum() {
    let Some(app) = TestApp::start(Engine::Sqlite).await else { return };
    let token = app.caller(1, &["*"]).await;
    fill(&app, 100_001).await;
    let asked = Asked::reports("delete", "Report");
    let preview = asked.preview(&app, Api::Rest, &token).await;
    assert_eq!(preview["counts"][0]["count"], 100_001);
    let confirm = preview["token"].as_str().unwrap();
    let refused = asked.send(&app, Api::Rest, &token, Some(confirm)).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    assert!(refused.message().contains("100000"), "{}", refused.text);
}
