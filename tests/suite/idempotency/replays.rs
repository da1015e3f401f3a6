//! Requests repeated with the same key.

use serde_json::json;

use super::{KEY, deleted_report, is_replayed, rest, send};
use crate::{
    call::Api,
    support::{Engine, TestApp, apply, each_engine},
};

/// Each response has its own request id; the event has the first one's.
#[apply(each_engine!)]
async fn a_replay_has_an_id_of_its_own(app: TestApp) {
    let token = app.caller(1, &["notifications.send"]).await;
    let body = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
    for id in ["first", "second"] {
        let (path, headers) = ("/api/v1/notifications", [(KEY, "k"), ("x-request-id", id)]);
        let response =
            app.ask("POST", path, Some(&token), &headers, body.to_string()).await.expect(201);
        assert_eq!(response.headers["x-request-id"], id);
        assert_eq!(is_replayed(&response), id == "second");
    }
    // Another key is another request.
    let other = rest(&app, &token, "other", "POST", "/api/v1/notifications", Some(&body)).await;
    assert!(!is_replayed(&other.expect(201)));
    let events = "record_events WHERE kind = 'Notification' AND request_id = 'first'";
    assert_eq!(app.count(events).await, 1);
}

/// The cost of a key: it is read and stored, and on PostgreSQL locked against other servers. A replay
/// looks whether the record still exists.
#[apply(each_engine!)]
async fn a_key_takes_two_statements_or_three(app: TestApp, token: String) {
    let (first, again) = if app.engine == Engine::Sqlite { (4, 2) } else { (4, 3) };
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
async fn a_restore_with_a_key_takes_any_body(app: TestApp, token: String) {
    let path = deleted_report(&app, 7).await;
    let sent =
        async |body: &'static str| app.ask("POST", &path, Some(&token), &[(KEY, "k")], body).await;
    sent("{").await.expect(200);
    assert!(is_replayed(&sent("{").await.expect(200)));
    sent("").await.expect(422);
    assert!(!is_replayed(&rest(&app, &token, "l", "POST", &path, None).await.expect(200)));
}
