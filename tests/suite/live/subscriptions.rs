//! Subscriptions to changes of records and to notifications.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use data_encoding::BASE64URL_NOPAD;
use futures_util::future::join_all;
use reinstate::graphql::Settings;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{
    Server,
    socket::{Received, Socket},
};
use crate::support::{
    Engine, TestApp, apply, each_engine, each_engine_threaded, fixture, global_id,
};

/// The position before all events.
pub fn origin() -> String {
    BASE64URL_NOPAD.encode(b"0.0")
}

fn key(id: i64) -> Uuid {
    Uuid::from_u128(u128::from(id.unsigned_abs()))
}

/// Reports with these ids and owners.
pub async fn reports(app: &TestApp, rows: impl IntoIterator<Item = (i64, i64)>) {
    let row = |(id, owner)| json!({ "id": id, "uuid": key(id), "title": "a", "user_id": owner });
    app.load(fixture("reports", rows.into_iter().map(row))).await;
}

/// Deletes or restores a report.
pub async fn change(app: &TestApp, token: &str, act: &str, id: i64) {
    let query = format!("mutation {{ {act}Report(uuid: \"{}\") {{ report {{ id }} }} }}", key(id));
    app.graphql(Some(token), &query, json!({})).await.data();
}

/// Sends a notification from one account to another.
async fn send(app: &TestApp, token: &str, to: i64, title: &str) {
    let query = format!(
        "mutation {{ sendNotification(input: {{ userId: {to}, type: INFO, title: \"{title}\", \
         message: \"b\" }}) \
         {{ notification {{ id }} }} }}"
    );
    app.graphql(Some(token), &query, json!({})).await.data();
}

impl Socket {
    /// The data of the next result of an operation.
    async fn data(&mut self, id: &str) -> Json {
        let message = self.message().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("next"), &json!(id)), "{message}");
        assert_eq!(message["payload"].get("errors"), None, "{message}");
        message["payload"]["data"].clone()
    }

    /// The error result of an operation that was executed.
    async fn error(&mut self, id: &str) -> Json {
        let message = self.message().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("next"), &json!(id)), "{message}");
        assert_eq!(self.message().await, json!({ "type": "complete", "id": id }));
        message["payload"]["errors"][0].clone()
    }
}

/// An event has the current record and its related objects.
#[apply(each_engine!)]
async fn changes_are_delivered(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    app.caller(2, &[]).await;
    reports(&app, [(7, 2)]).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let query = format!(
        "subscription {{ recordChanged(after: \"{}\") {{ position event {{ id action kind recordId \
             actor {{ email }} credentialKind via requestId before after createdAt operationId }} \
             record {{ __typename id databaseId ... on Report {{ title deletedAt user \
             {{ email }} }} }} }} }}",
        origin()
    );
    socket.subscribe("a", &query).await;
    change(&app, &token, "delete", 7).await;
    change(&app, &token, "restore", 7).await;
    let path = format!("/api/v1/admin/reports/{}/restore", key(7));
    assert_ne!(app.rest("POST", &path, Some(&token), None).await.status, 200);
    let received = [socket.data("a").await, socket.data("a").await];
    let [deleted, restored] = received.map(|data| data["recordChanged"].clone());
    let event = &deleted["event"];
    assert_eq!((&event["action"], &event["kind"]), (&json!("DELETED"), &json!("REPORT")));
    assert_eq!(event["actor"], json!({ "email": "caller1@example.com" }));
    assert_eq!(
        (&event["credentialKind"], &event["via"]),
        (&json!("ACCESS_TOKEN"), &json!("GRAPHQL"))
    );
    assert_eq!(event["before"], json!({ "deletedAt": null }));
    assert!(event["after"]["deletedAt"].is_string(), "{event}");
    assert_eq!(event["recordId"], restored["record"]["id"]);
    assert_ne!(deleted["position"], restored["position"]);
    assert_eq!(restored["event"]["action"], "RESTORED");
    let record = &restored["record"];
    assert_eq!((&record["__typename"], &record["databaseId"]), (&json!("Report"), &json!(7)));
    assert_eq!(record["user"], json!({ "email": "caller2@example.com" }));
    assert_eq!(record["deletedAt"], json!(null));
    socket.send(json!({ "type": "complete", "id": "a" })).await;
    change(&app, &token, "delete", 7).await;
    socket.send(json!({ "type": "ping" })).await;
    assert_eq!(socket.message().await, json!({ "type": "pong" }), "no further event");
}

/// Without `after` a subscription starts now.
#[apply(each_engine!)]
async fn without_a_position_it_starts_now(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    reports(&app, [(7, 1), (8, 1)]).await;
    change(&app, &token, "delete", 7).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let query = "subscription { recordChanged { event { action } record { databaseId } } }";
    socket.subscribe("a", query).await;
    // The client can't see when it has started, so changes are made until one arrives.
    let mut seen = Vec::new();
    while seen.last() != Some(&json!(8)) {
        change(&app, &token, "delete", 8).await;
        change(&app, &token, "restore", 8).await;
        let next = tokio::time::timeout(Duration::from_millis(500), socket.data("a")).await;
        seen.extend(next.map(|data| data["recordChanged"]["record"]["databaseId"].clone()));
    }
    // On PostgreSQL it starts where the oldest open transaction of any database began.
    assert!(seen.len() == 1 || app.engine == Engine::Postgres, "{seen:?}");
}

/// Callers receive events of records that they may view, and no others.
#[apply(each_engine!)]
async fn only_visible_records_are_delivered(app: TestApp) {
    let writer = app.caller(1, &["*"]).await;
    let all = app.caller(2, &["reports.view"]).await;
    let own = app.caller(3, &["reports.view.own", "currencies.view"]).await;
    let narrow = app.token("caller1@example.com", Some(&["reports.view.own"])).await;
    reports(&app, [(11, 1), (12, 2), (13, 3)]).await;
    for id in [11, 12, 13] {
        change(&app, &writer, "delete", id).await;
    }
    send(&app, &writer, 3, "a").await;
    // All of them see the last change, so everything before it has arrived by then.
    reports(&app, [(21, 1), (22, 2), (23, 3)]).await;
    for id in [21, 22, 23] {
        change(&app, &writer, "delete", id).await;
        change(&app, &writer, "restore", id).await;
    }
    let server = Server::start(&app, Settings::default()).await;
    let (of_all, last) = (vec![11, 12, 13, 21, 21, 22, 22, 23, 23], 23);
    let cases = [
        (&writer, "kinds: [REPORT]", of_all.clone(), last),
        (&writer, "kinds: REPORT", of_all.clone(), last),
        (&all, "kinds: null", of_all, last),
        (&own, "kinds: [REPORT, CURRENCY]", vec![13, 23, 23], 23),
        (&own, "ids: null", vec![13, 23, 23], 23),
        (&narrow, "kinds: [REPORT]", vec![11, 21, 21], 21),
    ];
    for (token, arguments, expected, last) in cases {
        let mut socket = server.connected(token).await;
        let query = format!(
            "subscription {{ recordChanged({arguments}, after: \"{}\") {{ event {{ action after }} \
                 record {{ databaseId }} }} }}",
            origin()
        );
        socket.subscribe("a", &query).await;
        let mut seen = Vec::new();
        loop {
            let received = socket.data("a").await["recordChanged"].clone();
            // A deleted record is shown to callers who may restore it (D9).
            let shows_deleted = std::ptr::eq(token, &writer);
            if let Some(id) = received["record"]["databaseId"].as_i64() {
                seen.push(id);
                if id == last && received["event"]["action"] == "RESTORED" {
                    break;
                }
            } else {
                assert!(!shows_deleted, "{received}");
                seen.push(-1);
            }
        }
        let shown: Vec<i64> = seen.iter().copied().filter(|id| *id > 0).collect();
        let expected_shown: Vec<i64> = expected
            .iter()
            .copied()
            .filter(|id| *id > 20 || std::ptr::eq(token, &writer))
            .collect();
        assert_eq!(seen.len(), expected.len(), "{arguments}: {seen:?}");
        assert_eq!(shown, expected_shown, "{arguments}");
    }
}

/// Subscribing to global ids selects these records, whatever else changes.
#[apply(each_engine!)]
async fn records_can_be_selected_by_id(app: TestApp) {
    let token = app.caller(1, &["reports.view", "reports.delete", "reports.restore"]).await;
    reports(&app, [(7, 1), (8, 1), (9, 1)]).await;
    for id in [7, 8, 9] {
        change(&app, &token, "delete", id).await;
    }
    let ids = [7, 9].map(|id| global_id("Report", id));
    let query = "subscription($ids: [ID!], $after: String) { \
                     c: recordChanged(ids: $ids, kinds: [REPORT], after: $after) { event \
                     { recordId } } }";
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&token).await;
    let variables = json!({ "ids": ids, "after": origin() });
    let payload = json!({ "query": query, "variables": variables });
    socket.send(json!({ "type": "subscribe", "id": "a", "payload": payload })).await;
    for id in &ids {
        assert_eq!(socket.data("a").await["c"]["event"]["recordId"], json!(id));
    }
}

/// Recipients receive their notifications, with the count of unread ones.
#[apply(each_engine!)]
async fn notifications_are_delivered_to_their_recipients(app: TestApp) {
    let sender = app.caller(1, &["*"]).await;
    let recipient = app.caller(2, &["notifications.view.own"]).await;
    send(&app, &sender, 1, "for the sender").await;
    send(&app, &sender, 2, "first").await;
    let server = Server::start(&app, Settings::default()).await;
    let query = |after: &str| {
        format!(
            "subscription {{ notificationReceived(after: \"{after}\") {{ position unreadCount \
             notification {{ title user {{ email }} sender {{ email }} }} }} }}"
        )
    };
    let mut socket = server.connected(&recipient).await;
    socket.subscribe("a", &query(&origin())).await;
    let received = socket.data("a").await["notificationReceived"].clone();
    let shown = json!({
        "title": "first",
        "user": { "email": "caller2@example.com" },
        "sender": { "email": "caller1@example.com" },
    });
    assert_eq!((&received["notification"], &received["unreadCount"]), (&shown, &json!(1)));
    // Several are on their way; one that is deleted before it is delivered is left out.
    drop(socket);
    for title in ["second", "third", "fourth"] {
        send(&app, &sender, 2, title).await;
    }
    app.execute("UPDATE notifications SET is_read = true WHERE title = 'first'").await;
    app.execute("UPDATE notifications SET deleted_at = created_at WHERE title = 'third'").await;
    let mut socket = server.connected(&recipient).await;
    let after = received["position"].as_str().unwrap();
    socket.subscribe("a", &query(after)).await;
    for title in ["second", "fourth"] {
        let received = socket.data("a").await["notificationReceived"].clone();
        assert_eq!(received["notification"]["title"], title);
        assert_eq!(received["unreadCount"], 2);
    }
    // The sender may view all, but these are not for it.
    let mut socket = server.connected(&sender).await;
    socket.subscribe("a", &query(&origin())).await;
    send(&app, &sender, 1, "to itself").await;
    for title in ["for the sender", "to itself"] {
        let received = socket.data("a").await["notificationReceived"].clone();
        assert_eq!(received["notification"]["title"], title);
    }
}

/// An event takes a statement for its record and one for all the accounts it selects.
#[apply(each_engine!)]
async fn accounts_of_an_event_are_loaded_together(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for id in 2..=4 {
        app.caller(id, &[]).await;
    }
    for to in 2..=4 {
        send(&app, &token, to, "a").await;
    }
    let server = Server::start(&app, Settings::default()).await;
    let query = format!(
        "subscription {{ recordChanged(kinds: [NOTIFICATION], after: \"{}\") {{ event {{ actor \
         {{ email }} }} \
             record {{ ... on Notification {{ user {{ email }} sender {{ email }} }} }} }} }}",
        origin()
    );
    let mut counts = Vec::new();
    for _ in 0..5 {
        let mut socket = server.connected(&token).await;
        let (count, ()) = app
            .statements(async {
                socket.subscribe("a", &query).await;
                for to in 2..=4 {
                    let received = socket.data("a").await["recordChanged"].clone();
                    let sender = json!({ "email": "caller1@example.com" });
                    let user = json!({ "email": format!("caller{to}@example.com") });
                    assert_eq!(received["record"], json!({ "user": user, "sender": sender }));
                    assert_eq!(received["event"]["actor"], sender);
                }
            })
            .await;
        counts.push(count);
    }
    // Two for each of three events, and one or two to read the events; the feed may read some more
    // meanwhile. Loaded one by one the accounts would take three more.
    assert!(counts.iter().min() <= Some(&8), "{counts:?}");
}

/// Old and new values are shown to callers with the audit permission.
#[apply(each_engine!)]
async fn values_are_shown_to_auditors(app: TestApp) {
    let writer = app.caller(1, &["*"]).await;
    let reader = app.caller(2, &["locales.view"]).await;
    app.load(fixture("locales", [json!({ "code": "en", "name": "a" })])).await;
    let update =
        "mutation { updateLocale(code: \"en\", changes: { name: \"b\" }) { locale { id } } }";
    app.graphql(Some(&writer), update, json!({})).await.data();
    let server = Server::start(&app, Settings::default()).await;
    let query = format!(
        "subscription {{ recordChanged(after: \"{}\") {{ event {{ changedFields before \
         after }} }} }}",
        origin()
    );
    let (nothing, a, b) = (Json::Null, json!({ "name": "a" }), json!({ "name": "b" }));
    for (token, before, after) in [(&reader, &nothing, &nothing), (&writer, &a, &b)] {
        let mut socket = server.connected(token).await;
        socket.subscribe("a", &query).await;
        let received = socket.data("a").await["recordChanged"]["event"].clone();
        let expected = json!({ "changedFields": ["name"], "before": before, "after": after });
        assert_eq!(received, expected);
    }
}

/// A refusal ends the subscription with an error: invalid arguments, or a missing permission.
#[apply(each_engine!)]
async fn errors_end_a_subscription(app: TestApp) {
    let nothing = app.caller(1, &[]).await;
    let reader = app.caller(2, &["reports.view.own"]).await;
    let deleted = app.caller(3, &["*"]).await;
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 3").await;
    app.state.caches.credentials.clear();
    let server = Server::start(&app, Settings::default()).await;
    let changed =
        |arguments: &str| format!("subscription {{ recordChanged{arguments} {{ position }} }}");
    let received = "subscription { notificationReceived { position } }".to_owned();
    let notifications = json!(["notifications.view", "notifications.view.own"]);
    let locale = global_id("Locale", 1);
    let many = format!("(ids: [{}])", "\"TG9jYWxlOjE\", ".repeat(501));
    let cases = [
        (&nothing, received.clone(), "FORBIDDEN", Some(notifications.clone())),
        (&reader, received.clone(), "FORBIDDEN", Some(notifications)),
        (&deleted, received, "FORBIDDEN", Some(json!([]))),
        (&deleted, changed(""), "FORBIDDEN", Some(json!([]))),
        (&nothing, changed(""), "FORBIDDEN", None),
        (&reader, changed("(kinds: [REPORT, LOCALE])"), "FORBIDDEN", Some(json!(["locales.view"]))),
        (
            &reader,
            changed(&format!("(ids: \"{locale}\")")),
            "FORBIDDEN",
            Some(json!(["locales.view"])),
        ),
        (&reader, changed("(after: \"\")"), "BAD_REQUEST", None),
        (&reader, changed("(after: \"MC4\")"), "BAD_REQUEST", None),
        (&reader, changed("(after: \"LTEuMA\")"), "BAD_REQUEST", None),
        (&reader, changed("(ids: [\"x\"])"), "BAD_REQUEST", None),
        (&reader, changed("(ids: [7])"), "BAD_REQUEST", None),
        (&reader, changed("(ids: [])"), "BAD_REQUEST", None),
        (&reader, changed("(kinds: [])"), "BAD_REQUEST", None),
        (&reader, changed(&many), "BAD_REQUEST", None),
    ];
    for (token, query, code, required) in cases {
        let case = format!("{query:.200}");
        let mut socket = server.connected(token).await;
        socket.subscribe("a", &query).await;
        let error = socket.error("a").await;
        assert_eq!(error["extensions"]["code"], code, "{case}: {error}");
        assert!(!error["message"].as_str().unwrap().is_empty(), "{case}");
        if let Some(required) = required {
            assert_eq!(error["extensions"]["requiredPermissions"], required, "{case}");
        }
    }
}

/// Losing the permission ends the subscription.
#[apply(each_engine!)]
async fn a_lost_permission_ends_a_subscription(app: TestApp) {
    let writer = app.caller(1, &["*"]).await;
    let reader = app.caller(2, &["reports.view"]).await;
    reports(&app, [(7, 1)]).await;
    let server = Server::start(&app, Settings::default()).await;
    let mut socket = server.connected(&reader).await;
    let query = format!(
        "subscription {{ recordChanged(kinds: REPORT, after: \"{}\") {{ event {{ action }} }} }}",
        origin()
    );
    socket.subscribe("a", &query).await;
    change(&app, &writer, "delete", 7).await;
    socket.data("a").await;
    app.execute("DELETE FROM user_permissions WHERE user_id = 2").await;
    let started = std::time::Instant::now();
    // One change per message, so that each event is checked with the permissions of its time.
    let mut acts = ["restore", "delete"].into_iter().cycle();
    let refused = loop {
        change(&app, &writer, acts.next().unwrap(), 7).await;
        let message = socket.message().await;
        if message["payload"].get("errors").is_some() {
            break message;
        }
        assert!(started.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(refused["payload"]["errors"][0]["extensions"]["code"], "FORBIDDEN");
}

/// A subscriber that reconnects now and then sees every one of many writes once, and the changes of
/// each record in order.
#[apply(each_engine_threaded!)]
async fn reconnecting_loses_and_repeats_nothing(app: TestApp) {
    const WRITERS: i64 = 8;
    const ROUNDS: usize = 20;
    let token = app.caller(1, &["*"]).await;
    reports(&app, (1..=WRITERS).map(|id| (id, 1))).await;
    let server = Server::start(&app, Settings::default()).await;
    let app = Arc::new(app);
    let writing: Vec<_> = (1..=WRITERS)
        .map(|id| {
            let (app, token) = (Arc::clone(&app), token.clone());
            tokio::spawn(async move {
                for _ in 0..ROUNDS {
                    change(&app, &token, "delete", id).await;
                    change(&app, &token, "restore", id).await;
                }
            })
        })
        .collect();
    let expected = usize::try_from(WRITERS).unwrap() * ROUNDS * 2;
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut count, mut after) = (0, origin());
    while count < expected {
        let mut socket = server.connected(&token).await;
        let query = format!(
            "subscription {{ recordChanged(after: \"{after}\") {{ position event {{ action \
             recordId }} }} }}"
        );
        socket.subscribe("a", &query).await;
        for _ in 0..(expected - count).min(37) {
            let received = socket.data("a").await["recordChanged"].clone();
            let text = |value: &Json| value.as_str().unwrap().to_owned();
            after = text(&received["position"]);
            let actions = seen.entry(text(&received["event"]["recordId"])).or_default();
            actions.push(text(&received["event"]["action"]));
            count += 1;
        }
    }
    for written in join_all(writing).await {
        written.unwrap();
    }
    assert_eq!(seen.len(), usize::try_from(WRITERS).unwrap());
    for (id, actions) in seen {
        assert_eq!(actions, ["DELETED", "RESTORED"].repeat(ROUNDS), "{id}");
    }
    let mut socket = server.connected(&token).await;
    socket
        .subscribe(
            "a",
            &format!("subscription {{ recordChanged(after: \"{after}\") {{ position }} }}"),
        )
        .await;
    socket.send(json!({ "type": "ping" })).await;
    assert_eq!(socket.next().await, Received::Message(json!({ "type": "pong" })), "that was all");
}
