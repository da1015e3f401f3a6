//! Requests repeated with the same key.

use serde_json::json;

use super::{KEY, assert_same, deleted_report, is_replayed, perform, request, rest, send};
use crate::{
    call::{APIS, Api},
    contract::{restores, updates},
    support::{Engine, TestApp, apply, each_engine, fixture},
};

/// Every documented operation on a record, through both APIs.
#[apply(each_engine!)]
async fn each_operation_runs_once(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let operations = restores().into_iter().map(|it| (it, true));
    let operations = operations.chain(updates().into_iter().map(|it| (it, false)));
    let mut id = 100;
    for (operation, deleted) in operations {
        for api in APIS {
            id += 1;
            let case = format!("{api:?} {} {}", operation.method(), operation.path);
            let row = operation.record(id, Some(1), deleted);
            app.load(fixture(operation.table, [row])).await;
            // An updated code: the record isn't found by the old one.
            let (record, key) = (operation.key_of(id), format!("key-{id}"));
            let first = perform(&app, api, &operation, &record, &token, &key).await;
            assert_eq!(first.status, 200, "{case}: {}", first.text);
            assert!(first.body.get("errors").is_none(), "{case}: {}", first.text);
            let before = app.stored(operation.table, id).await;
            let second = perform(&app, api, &operation, &record, &token, &key).await;
            assert_same(&first, &second, &case);
            assert_eq!(app.stored(operation.table, id).await, before, "{case}");
            assert_eq!(before["version"], 2, "{case}: written once");
        }
    }
}

/// Sending, which creates another record each time without a key.
#[apply(each_engine!)]
async fn a_notification_is_sent_once(app: TestApp) {
    let token = app.caller(1, &["notifications.send", "notifications.view"]).await;
    for (round, api) in (1..).zip(APIS) {
        let first = send(&app, api, &token, &format!("k{round}"), "Storm").await;
        assert_eq!(first.status, if api == Api::Rest { 201 } else { 200 }, "{}", first.text);
        // A quoted key is the same key.
        for key in [format!("k{round}"), format!("\"k{round}\"")] {
            let again = send(&app, api, &token, &key, "Storm").await;
            assert_same(&first, &again, &format!("{api:?} {key}"));
        }
        assert_eq!(app.count("notifications").await, round, "{api:?}");
        let events = app.count("record_events WHERE kind = 'Notification'").await;
        assert_eq!(events, round, "{api:?}");
        let other = send(&app, api, &token, &format!("other{round}"), "Storm").await;
        assert!(!is_replayed(&other) && other.text != first.text, "another key: {}", other.text);
        app.execute("DELETE FROM notifications WHERE id = (SELECT MAX(id) FROM notifications)")
            .await;
        app.execute("DELETE FROM record_events WHERE id = (SELECT MAX(id) FROM record_events)")
            .await;
    }
}

/// Each response has its own request id; the event has the first one's.
#[apply(each_engine!)]
async fn a_replay_has_an_id_of_its_own(app: TestApp) {
    let token = app.caller(1, &["notifications.send"]).await;
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
    for id in ["first", "second"] {
        let headers = [(KEY, "k"), ("x-request-id", id)];
        let path = "/api/v1/notifications";
        let response =
            app.send(request("POST", path, &token, &headers, Some(&body))).await.expect(201);
        assert_eq!(response.headers["x-request-id"], id);
        assert_eq!(is_replayed(&response), id == "second");
    }
    let events = "record_events WHERE kind = 'Notification' AND request_id = 'first'";
    assert_eq!(app.count(events).await, 1);
}

/// The cost of a key: it is read and stored, and on PostgreSQL locked against other servers. A replay
/// looks whether the record still exists.
#[apply(each_engine!)]
async fn a_key_takes_two_statements_or_three(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let (sqlite, postgres) = ((4, 2), (4, 3));
    let (first, again) = if app.engine == Engine::Sqlite { sqlite } else { postgres };
    send(&app, Api::Rest, &token, "warm", "a").await.expect(201);
    for (case, statements) in [("first", first), ("again", again)] {
        let (traced, _) = app.statements_of(send(&app, Api::Rest, &token, "k", "a")).await;
        // The first request also removes expired responses.
        let count = traced.iter().filter(|sql| !sql.starts_with("DELETE ")).count();
        assert_eq!(count, statements, "{case}: {traced:?}");
    }
}

/// A restore ignores its body, but the body is still a part of the request.
#[apply(each_engine!)]
async fn a_restore_with_a_key_takes_any_body(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let path = deleted_report(&app, 7).await;
    let sent = |body: &'static str| {
        let mut request = request("POST", &path, &token, &[(KEY, "k")], None);
        *request.body_mut() = body.into();
        app.send(request)
    };
    sent("{").await.expect(200);
    assert!(is_replayed(&sent("{").await.expect(200)));
    sent("").await.expect(422);
    assert!(!is_replayed(&rest(&app, &token, "l", "POST", &path, None).await.expect(200)));
}
