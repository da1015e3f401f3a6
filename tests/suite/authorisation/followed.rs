//! D26: what subscriptions deliver shows nothing to a caller without the permission that shows it.

use reinstate::{
    kinds::{permission_names, registered},
    resources::Resource,
};
use serde_json::json;

use super::shown::{OWNER, SECRET, everything, of_kinds, record};
use crate::{
    live::{
        stream::{Item, Stream},
        subscriptions::origin_of,
    },
    support::{TestApp, apply, each_engine, fixture, from_now, global_id, uuid},
};

/// What all events have that takes the permission to audit the record.
const UNSEEN: [&str; 4] = ["unseen ", "\"ACCESS_TOKEN\"", "\"REST\"", "978123456789012"];
/// Events of each record.
const ROUNDS: usize = 3;

/// The id of the record of a kind.
fn id_of(kind: &Resource) -> i64 {
    (10_000..).zip(registered()).find(|(_, it)| it.name == kind.name).unwrap().0
}

/// What the texts of the record of a kind have.
fn text_of(kind: &Resource) -> String {
    format!("{SECRET}{}@", id_of(kind))
}

/// The names of permissions without those to audit, and without these.
fn all_but(names: &[Option<&str>]) -> Vec<&'static str> {
    let is_held = |name: &&str| !name.starts_with("audit.") && !names.contains(&Some(*name));
    permission_names().into_iter().filter(is_held).collect()
}

/// Loads a record of each kind, and events of before a subscription, and of after it has begun.
async fn load(app: &TestApp) {
    app.caller(OWNER, &[]).await;
    for kind in registered() {
        app.load(fixture(kind.table.name, [record(kind, id_of(kind), false)])).await;
    }
    // Whoever has all events of the last round was sent those of the others.
    let later = from_now(3_600).to_string();
    for at in ["2026-01-02T03:04:05Z", &later, &later] {
        let event = |kind: &Resource| {
            json!({ "kind": kind.name, "record_id": id_of(kind), "owner_id": OWNER,
                "action": "updated", "operation_id": uuid(1), "reason": "unseen reason",
                "request_id": "unseen request", "credential_kind": "access_token",
                "credential_id": 978_123_456_789_012_i64, "via": "rest", "created_at": at,
                "before": { (kind.label): "unseen before" },
                "after": { (kind.label): "unseen after" } })
        };
        app.load(fixture("record_events", registered().iter().map(event))).await;
    }
}

/// All that a caller with these permissions is sent of the events of so many kinds.
async fn delivered(app: &TestApp, account: i64, held: &[&str], kinds: usize) -> String {
    let token = app.caller(account, held).await;
    let after = origin_of(app, account).await;
    let any = of_kinds(registered().iter());
    let values = "label before after reason changedFields changes { before after } \
                  credentialKind credentialId via requestId";
    let mut text = String::new();
    for shown in [
        format!("event {{ {values} actor {{ email }} }} record {{ {any} }}"),
        format!("event {{ record {{ {any} }} }}"),
    ] {
        let query = format!("subscription {{ recordChanged(after: {after:?}) {{ {shown} }} }}");
        let mut stream = Stream::ask(app, &token, &query).await;
        for _ in 0..ROUNDS * kinds {
            let Item::Next(outcome) = stream.event().await else { panic!("too few of {kinds}") };
            assert!(outcome["data"]["recordChanged"].is_object(), "{outcome}");
            text += &outcome.to_string();
        }
    }
    text
}

/// A caller that may view all kinds but one is sent nothing of that one, and no values of events.
#[apply(each_engine!)]
async fn what_is_delivered_takes_the_permission_to_view(app: TestApp) {
    load(&app).await;
    let kinds = registered().len();
    let seen = delivered(&app, 2, &permission_names(), kinds).await;
    for kind in registered() {
        assert!(seen.contains(&text_of(kind)), "{}", kind.name);
    }
    let texts = ["unseen before", "unseen after", "unseen reason", "unseen request"];
    for text in texts.into_iter().chain(UNSEEN) {
        assert!(seen.contains(text), "{text}");
    }
    for (account, kind) in (3..).zip(registered()) {
        let held = all_but(&[Some(kind.view.all), kind.view.own]);
        let seen = delivered(&app, account, &held, kinds - 1).await;
        for text in UNSEEN.into_iter().chain([text_of(kind).as_str()]) {
            assert!(!seen.contains(text), "{text} without {}: {seen}", kind.view.all);
        }
        let token = app.token(&format!("caller{account}@example.com"), None).await;
        let id = global_id(kind.name, id_of(kind));
        let query =
            format!("subscription {{ recordChanged(ids: [{id:?}]) {{ event {{ label }} }} }}");
        let mut refused = Stream::ask(&app, &token, &query).await;
        assert_eq!(refused.error_code().await, "FORBIDDEN", "{}", kind.name);
    }
}

/// A notification is delivered to its recipient alone.
#[apply(each_engine!)]
async fn notifications_of_others_are_not_delivered(app: TestApp) {
    let kind = registered().iter().find(|kind| kind.name == "Notification").unwrap();
    let other = app.caller(2, &all_but(&[Some(kind.view.all)])).await;
    let owner = app.caller(OWNER, &["notifications.view.own"]).await;
    let own = json!({ "id": 1, "uuid": uuid(1), "user_id": 2, "type": "info", "title": "t",
        "message": "m" });
    app.load(fixture(kind.table.name, [record(kind, 2, false), own])).await;
    let event = |(record, owner): (i64, i64)| {
        json!({ "kind": kind.name, "record_id": record, "owner_id": owner, "action": "created",
            "operation_id": uuid(1), "after": { "title": "t" } })
    };
    app.load(fixture("record_events", [(2, OWNER), (1, 2)].map(event))).await;
    for (account, token, is_recipient) in [(2, &other, false), (OWNER, &owner, true)] {
        let after = origin_of(&app, account).await;
        let query = format!(
            "subscription {{ notificationReceived(after: {after:?}) \
             {{ notification {{ {} }} unreadCount }} }}",
            everything(kind)
        );
        let mut stream = Stream::ask(&app, token, &query).await;
        let Item::Next(outcome) = stream.event().await else { panic!("{account}: nothing came") };
        assert!(outcome["data"]["notificationReceived"].is_object(), "{outcome}");
        assert_eq!(outcome.to_string().contains(SECRET), is_recipient, "{account}: {outcome}");
    }
}
