//! Marking notifications as read: what is stored and answered.

use reinstate::operations::audit::Action;
use serde_json::{Value as Json, json};

use super::{
    OWN, TIMESTAMP, events, events_of, field_errors, load, mark, mark_all, notification, said, uuid,
};
use crate::support::{TestApp, apply, each_engine, fixture, names};

/// Own, live and unread ones are marked; the others get their own outcome and stay unchanged.
#[apply(each_engine!)]
async fn given_notifications_are_marked(app: TestApp) {
    load(&app).await;
    let token = app.token("own@example.com", None).await;
    let ids = [10, 11, 12, 13, 20, 21];
    let mut before = Vec::new();
    for id in ids {
        before.push(app.stored("notifications", id).await);
    }
    let named =
        [uuid(21), uuid(12).to_uppercase(), uuid(10), uuid(13), uuid(99), uuid(12), uuid(21)];
    let response = mark(&app, &token, &named).await;
    let payload = &response.data()["markNotificationsRead"];
    assert_eq!(payload["notFound"], json!([uuid(21), uuid(13), uuid(99)]));
    assert_eq!(payload["unreadCount"], json!(1));
    let read = payload["notifications"][0]["readAt"].clone();
    assert_eq!(
        payload["notifications"],
        json!([
            { "databaseId": 12, "isRead": true, "readAt": read },
            { "databaseId": 10, "isRead": true, "readAt": TIMESTAMP },
        ])
    );
    for (id, before) in ids.into_iter().zip(before) {
        let after = app.stored("notifications", id).await;
        let mut changed = names(&before);
        changed.retain(|name| before[*name] != after[*name]);
        changed.sort_unstable();
        let expected: &[&str] =
            if id == 12 { &["is_read", "read_at", "updated_at", "version"] } else { &[] };
        assert_eq!(changed, expected, "{id}");
        if id == 12 {
            assert_eq!((&after["read_at"], &after["updated_at"]), (&read, &read));
        }
    }
    assert_eq!(events(&app, Action::Updated).await, 1);
    assert_eq!(
        app.count("record_events WHERE record_id = 12 AND actor_id = 1 AND owner_id = 1").await,
        1
    );
    // The second time nothing is left to do.
    let again = mark(&app, &token, &named).await;
    let payload = &again.data()["markNotificationsRead"];
    assert_eq!(payload["operationId"], Json::Null);
    assert_eq!(payload["notifications"][0]["readAt"], read);
    let none = mark(&app, &token, &[]).await;
    assert_eq!(
        none.data()["markNotificationsRead"],
        json!({
            "notifications": [], "notFound": [], "unreadCount": 1, "operationId": null,
        })
    );
    assert_eq!(events(&app, Action::Updated).await, 1);
}

/// Up to 500 ids.
#[apply(each_engine!)]
async fn marking_takes_500_ids(app: TestApp) {
    load(&app).await;
    let token = app.token("own@example.com", None).await;
    let rows = (1_000..1_501).map(|id| notification(id, OWN, &json!({})));
    app.load(fixture("notifications", rows)).await;
    let keys: Vec<String> = (1_000..1_501).map(uuid).collect();
    let refused = mark(&app, &token, &keys).await;
    assert_eq!(field_errors(&refused), [("uuids", "must name at most 500 notifications")]);
    assert_eq!(events(&app, Action::Updated).await, 0);
    let marked = mark(&app, &token, &keys[..500]).await;
    let payload = &marked.data()["markNotificationsRead"];
    assert_eq!(payload["notifications"].as_array().unwrap().len(), 500);
    assert_eq!(payload["unreadCount"], json!(3));
    assert_eq!(events(&app, Action::Updated).await, 500);
}

/// All unread ones, as one operation.
#[apply(each_engine!)]
async fn all_notifications_are_marked(app: TestApp) {
    load(&app).await;
    let token = app.token("own@example.com", None).await;
    let rows = (1_000..7_000).map(|id| notification(id, OWN, &json!({})));
    app.load(fixture("notifications", rows)).await;
    let response = mark_all(&app, &token).await;
    let payload = &response.data()["markAllNotificationsRead"];
    assert_eq!((&payload["count"], &payload["unreadCount"]), (&json!(6_002), &json!(0)));
    assert!(payload["operationId"].is_string());
    assert_eq!(
        app.count("notifications WHERE NOT is_read AND user_id = 1 AND deleted_at IS NULL").await,
        0
    );
    assert_eq!(
        app.count("notifications WHERE is_read AND (deleted_at IS NOT NULL OR user_id = 2)").await,
        1
    );
    assert_eq!(events(&app, Action::Updated).await, 6_002);
    assert_eq!(app.count("(SELECT DISTINCT operation_id FROM record_events) AS one").await, 1);
    let again = mark_all(&app, &token).await;
    assert_eq!(
        again.data()["markAllNotificationsRead"],
        json!({ "count": 0, "unreadCount": 0, "operationId": null })
    );
}

/// Marking one and marking all record the same event.
#[apply(each_engine!)]
async fn marking_one_and_marking_all_record_the_same_event(app: TestApp) {
    load(&app).await;
    let token = app.token("own@example.com", None).await;
    app.execute("DELETE FROM notifications").await;
    let timestamps =
        ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05.123456Z"];
    let mut rows = vec![notification(1, OWN, &json!({})), notification(2, OWN, &json!({}))];
    for (timestamp, id) in timestamps.iter().zip((3..).step_by(2)) {
        let unread = json!({ "is_read": false, "read_at": timestamp });
        rows.extend([notification(id, OWN, &unread), notification(id + 1, OWN, &unread)]);
    }
    app.load(fixture("notifications", rows)).await;
    mark(&app, &token, &[1, 3, 5, 7].map(uuid)).await.data();
    mark_all(&app, &token).await.data();
    let events = events_of(&app, &[1, 2, 3, 4, 5, 6, 7, 8]).await;
    assert_eq!(events.len(), 8);
    for pair in events.chunks(2) {
        let [one, other] = pair else { unreachable!() };
        assert_eq!(said(one), said(other));
        assert_eq!(names(&one.after), names(&other.after));
        let row = app.stored("notifications", other.record_id).await;
        assert_eq!(
            (&other.after["read_at"], &other.after["is_read"]),
            (&row["read_at"], &json!(true))
        );
        assert_eq!(row["version"], json!(2));
    }
}
