//! What is carried out once, and what the answer to it is the next time.

use serde_json::json;

use super::{KEY, assert_same, deleted_report, is_replayed, perform, request, rest, send};
use crate::{
    call::{FACES, Face},
    contract::{restores, updates},
    support::{Engine, TestApp, apply, each_engine, fixture},
};

/// Every documented operation on a record, through both faces.
#[apply(each_engine!)]
async fn each_operation_is_carried_out_once(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let operations = restores().into_iter().map(|it| (it, true));
    let operations = operations.chain(updates().into_iter().map(|it| (it, false)));
    let mut id = 100;
    for (operation, deleted) in operations {
        for face in FACES {
            id += 1;
            let case = format!("{face:?} {} {}", operation.method(), operation.path);
            let row = operation.record(id, Some(1), deleted);
            app.load(fixture(operation.table, [row])).await;
            // A record whose code is changed is no longer found by it.
            let (record, key) = (operation.key_of(id), format!("key-{id}"));
            let first = perform(&app, face, &operation, &record, &token, &key).await;
            assert_eq!(first.status, 200, "{case}: {}", first.text);
            assert!(first.body.get("errors").is_none(), "{case}: {}", first.text);
            let before = app.stored(operation.table, id).await;
            let second = perform(&app, face, &operation, &record, &token, &key).await;
            assert_same(&first, &second, &case);
            assert_eq!(app.stored(operation.table, id).await, before, "{case}");
            assert_eq!(before["version"], 2, "{case}: written once");
        }
    }
}

/// Sending, which makes another record each time without a key.
#[apply(each_engine!)]
async fn a_notification_is_sent_once(app: TestApp) {
    let token = app.caller(1, &["notifications.send", "notifications.view"]).await;
    for (round, face) in (1..).zip(FACES) {
        let first = send(&app, face, &token, &format!("k{round}"), "Storm").await;
        assert_eq!(first.status, if face == Face::Rest { 201 } else { 200 }, "{}", first.text);
        // The key is the same, quoted or not.
        for key in [format!("k{round}"), format!("\"k{round}\"")] {
            let again = send(&app, face, &token, &key, "Storm").await;
            assert_same(&first, &again, &format!("{face:?} {key}"));
        }
        assert_eq!(app.count("notifications").await, round, "{face:?}");
        let events = app.count("record_events WHERE kind = 'Notification'").await;
        assert_eq!(events, round, "{face:?}");
        let other = send(&app, face, &token, &format!("other{round}"), "Storm").await;
        assert!(!is_replayed(&other) && other.text != first.text, "another key: {}", other.text);
        app.execute("DELETE FROM notifications WHERE id = (SELECT MAX(id) FROM notifications)")
            .await;
        app.execute("DELETE FROM record_events WHERE id = (SELECT MAX(id) FROM record_events)")
            .await;
    }
}

/// The id of each answer is that of its request; the event has the first one's.
#[apply(each_engine!)]
async fn a_replay_has_an_id_of_its_own(app: TestApp) {
    let token = app.caller(1, &["notifications.send"]).await;
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
    for id in ["first", "second"] {
        let headers = [(KEY, "k"), ("x-request-id", id)];
        let path = "/api/v1/notifications";
        let reply =
            app.send(request("POST", path, &token, &headers, Some(&body))).await.expect(201);
        assert_eq!(reply.headers["x-request-id"], id);
        assert_eq!(is_replayed(&reply), id == "second");
    }
    let told = "record_events WHERE kind = 'Notification' AND request_id = 'first'";
    assert_eq!(app.count(told).await, 1);
}

/// What a key costs: it is looked for and kept, and on PostgreSQL held against other servers.
#[apply(each_engine!)]
async fn a_key_takes_two_statements_or_three(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let (sqlite, postgres) = ((4, 1), (4, 2));
    let (first, again) = if app.engine == Engine::Sqlite { sqlite } else { postgres };
    send(&app, Face::Rest, &token, "warm", "a").await.expect(201);
    for (case, statements) in [("first", first), ("again", again)] {
        let (traced, _) = app.traced(send(&app, Face::Rest, &token, "k", "a")).await;
        // What has expired is removed beside the first request.
        let count = traced.iter().filter(|sql| !sql.starts_with("DELETE ")).count();
        assert_eq!(count, statements, "{case}: {traced:?}");
    }
}

/// A body that a restore ignores is a part of the request all the same.
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
