//! What sending to many writes, also while others write.

use std::{collections::BTreeSet, sync::Arc};

use futures_util::future::join_all;
use reinstate::operations::audit::Action;
use sea_orm::EntityTrait;
use serde_json::json;

use super::{OTHER, OWN, events, events_of, load, mark_all, said, send};
use crate::support::{TestApp, apply, each_engine, each_engine_threaded, fixture};

/// Each row and event is what `sendNotification` would have written.
#[apply(each_engine!)]
async fn rows_and_events_equal_those_of_single_notifications(app: TestApp) {
    load(&app).await;
    app.execute("DELETE FROM notifications").await;
    let token = app.token("own@example.com", None).await;
    let inputs = [
        json!({ "type": "INFO", "title": "Hello", "message": "There" }),
        json!({ "type": "ERROR", "title": "\u{1f980} ' \" \\ %", "message": "$1 ? :a",
            "senderId": OTHER,
            "actionUrl": "/x", "isActive": false,
            "metadata": { "a": [1, 2.5, null, true, "ü"], "user_id": "no", "b": { "uuid": 1 } } }),
    ];
    for input in inputs {
        let (mut to_many, mut to_one) = (input.clone(), input);
        to_many["userIds"] = json!([OTHER]);
        to_one["userId"] = json!(OTHER);
        let many = send(&app, &token, to_many).await;
        let operation = many.data()["sendNotifications"]["operationId"].clone();
        let query = "mutation($input: SendNotificationInput!) { sendNotification(input: $input) \
             { notification { databaseId } } }";
        let one = app.graphql(Some(&token), query, json!({ "input": to_one })).await;
        let single = one.data()["sendNotification"]["notification"]["databaseId"].as_i64().unwrap();
        let (mut sent, mut expected) = (
            app.stored("notifications", single - 1).await,
            app.stored("notifications", single).await,
        );
        assert_eq!(sent["created_at"], sent["updated_at"]);
        let events = events_of(&app, &[single - 1, single]).await;
        let [event, model] = &events[..] else { panic!("{events:?}") };
        assert_eq!(json!(event.operation_id), operation);
        assert_eq!(event.after["created_at"], sent["created_at"]);
        let notification = entity::notification::Entity::find_by_id(single - 1)
            .one(app.state.database.operator().reader)
            .await;
        assert_eq!(event.after["uuid"], json!(notification.unwrap().unwrap().uuid));
        let (mut after, mut model_after) =
            (event.after.clone().into_value(), model.after.clone().into_value());
        for row in [&mut sent, &mut expected, &mut after, &mut model_after] {
            for name in ["id", "uuid", "created_at", "updated_at"] {
                row.as_object_mut().unwrap().remove(name);
            }
        }
        assert_eq!(sent, expected);
        assert_eq!(after, model_after);
        assert_eq!(said(event), said(model));
        assert!(event.request_id.is_some() && event.request_id != model.request_id);
    }
}

/// The events of one call share an operation id, and each row has its own uuid.
#[apply(each_engine!)]
async fn one_call_is_one_operation(app: TestApp) {
    load(&app).await;
    let crowd = (100..400).map(|id| json!({ "id": id, "email": format!("u{id}@example.com") }));
    app.load(fixture("users", crowd)).await;
    app.execute("DELETE FROM notifications").await;
    let token = app.token("own@example.com", None).await;
    send(&app, &token, json!({ "userIds": (100..400).collect::<Vec<_>>() })).await.data();
    let rows = entity::notification::Entity::find()
        .all(app.state.database.operator().reader)
        .await
        .unwrap();
    let uuids: BTreeSet<_> = rows.iter().map(|row| row.uuid).collect();
    let accounts: BTreeSet<_> = rows.iter().map(|row| row.user_id).collect();
    assert_eq!((uuids.len(), accounts.len()), (300, 300));
    assert_eq!(app.count("(SELECT DISTINCT operation_id FROM record_events) AS one").await, 1);
    assert_eq!(events(&app, Action::Created).await, 300);
}

/// Marking all while sending: no deadlock, and each row has one event.
#[apply(each_engine_threaded!)]
async fn marking_all_while_sending(app: TestApp) {
    load(&app).await;
    app.execute("DELETE FROM notifications").await;
    let app = Arc::new(app);
    let token = app.token("own@example.com", None).await;
    let tasks = (0..24).map(|number| {
        let (app, token) = (Arc::clone(&app), token.clone());
        tokio::spawn(async move {
            match number % 3 {
                0 => {
                    let response = mark_all(&app, &token).await;
                    response.data()["markAllNotificationsRead"]["count"].as_i64().unwrap()
                }
                _ => {
                    send(&app, &token, json!({ "userIds": [OWN, OTHER] })).await.data();
                    0
                }
            }
        })
    });
    let marked: i64 = join_all(tasks).await.into_iter().map(|count| count.unwrap()).sum();
    let read = app.count("notifications WHERE is_read").await;
    assert_eq!((marked, events(&app, Action::Updated).await), (read, read));
    assert_eq!((app.count("notifications").await, events(&app, Action::Created).await), (32, 32));
    let rest = mark_all(&app, &token).await;
    assert_eq!(rest.data()["markAllNotificationsRead"]["count"], json!(16 - read));
}

/// Accounts are added and deleted while all of them are sent to: each message reaches all or none.
#[apply(each_engine_threaded!)]
async fn recipients_that_change_while_sending(app: TestApp) {
    load(&app).await;
    app.execute("DELETE FROM notifications").await;
    let crowd = (100..150).map(|id| json!({ "id": id, "email": format!("u{id}@example.com") }));
    app.load(fixture("users", crowd)).await;
    let app = Arc::new(app);
    let token = app.token("own@example.com", None).await;
    let tasks = (0..24).map(|number| {
        let (app, token) = (Arc::clone(&app), token.clone());
        tokio::spawn(async move {
            if number % 2 == 0 {
                let restore = number % 4 == 0;
                let to =
                    if restore { "NULL".to_owned() } else { "'2026-01-02T03:04:05Z'".to_owned() };
                app.execute(&format!("UPDATE users SET deleted_at = {to} WHERE id = 120")).await;
                return 0;
            }
            let response =
                send(&app, &token, json!({ "userIds": (100..150).collect::<Vec<_>>() })).await;
            match response.error() {
                None => 1,
                Some(("VALIDATION_FAILED", _)) => 0,
                other => panic!("{other:?}"),
            }
        })
    });
    let sent: i64 = join_all(tasks).await.into_iter().map(|sent| sent.unwrap()).sum();
    assert_eq!(app.count("notifications").await, 50 * sent);
    assert_eq!(events(&app, Action::Created).await, 50 * sent);
}
