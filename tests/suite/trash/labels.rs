//! The record and the label that an event shows (D26).

use serde_json::{Value as Json, json};

use super::{kind, load};
use crate::support::{TestApp, apply, each_engine, global_id};

const ME: i64 = 1;
const OTHER: i64 = 2;

async fn events(app: &TestApp, token: &str) -> Json {
    let query = "{ recordEvents(first: 50) { nodes { action label record { id \
         ... on Report { title } } } } }";
    app.graphql(Some(token), query, json!({})).await.data()["recordEvents"]["nodes"].clone()
}

/// Whoever may audit without viewing sees what the events say, and no record.
#[apply(each_engine!)]
async fn a_record_is_shown_to_those_who_may_view_it(app: TestApp) {
    let admin = app.caller(ME, &["*"]).await;
    app.caller(OTHER, &["*"]).await;
    for (id, owner) in [(1, ME), (2, OTHER)] {
        load(&app, &kind("reports"), id, owner, None).await;
        let key = kind("reports").key_of(id);
        let delete = "mutation($uuid: UUID!) { deleteReport(uuid: $uuid) { operationId } }";
        app.graphql(Some(&admin), delete, json!({ "uuid": key })).await.data();
    }
    let body = json!({ "user_id": 2, "type": "info", "title": "Hello", "message": "There" });
    app.rest("POST", "/api/v1/notifications", Some(&admin), Some(&body)).await.expect(201);
    let (one, two) = (app.stored("reports", 1).await, app.stored("reports", 2).await);
    let titles = [&two["title"], &one["title"]];
    let report =
        |id: i64| json!({ "id": global_id("Report", id), "title": titles[2 - id as usize] });
    let (shown, hidden) = (true, false);
    // What is shown of the reports 2 and 1, and whether the notification is.
    type Case = (&'static [&'static str], [(bool, Json); 2], bool);
    let cases: [Case; 5] = [
        (&["*"], [(shown, report(2)), (shown, report(1))], true),
        (&["audit.view"], [(hidden, Json::Null), (hidden, Json::Null)], false),
        // Deleted records are shown to those who may restore them (D9).
        (&["audit.view", "reports.view"], [(hidden, Json::Null), (hidden, Json::Null)], false),
        (
            &["audit.view", "reports.view", "reports.restore"],
            [(shown, report(2)), (shown, report(1))],
            false,
        ),
        (
            &["audit.view", "reports.view.own", "reports.restore"],
            [(shown, report(2)), (hidden, Json::Null)],
            false,
        ),
    ];
    for (permissions, reports, sees_notification) in cases {
        let token = app.token("caller2@example.com", Some(permissions)).await;
        let events = events(&app, &token).await;
        // The event of the notification has its title.
        assert_eq!(events[0]["label"], json!("Hello"), "{permissions:?}");
        assert_eq!(!events[0]["record"].is_null(), sees_notification, "{permissions:?}");
        for (place, (is_shown, record)) in reports.into_iter().enumerate() {
            let label = if is_shown { titles[place] } else { &Json::Null };
            assert_eq!(&events[place + 1]["label"], label, "{permissions:?} {place}");
            assert_eq!(events[place + 1]["record"], record, "{permissions:?} {place}");
        }
    }
}

/// A page reads each kind once, however many events it has, and whatever it shows of the records.
#[apply(each_engine!)]
async fn a_page_of_events_reads_each_kind_once(app: TestApp) {
    let token = app.caller(ME, &["*"]).await;
    let mut ids = Vec::new();
    for id in 1..=10 {
        load(&app, &kind("reports"), id, ME, None).await;
        load(&app, &kind("locales"), id, ME, None).await;
        ids.extend([kind("reports").global_id(id), kind("locales").global_id(id)]);
    }
    let delete = "mutation($ids: [ID!]!) { deleteMany(ids: $ids) { operationId } }";
    app.graphql(Some(&token), delete, json!({ "ids": ids })).await.data();
    events(&app, &token).await;
    let (count, shown) = app.statements(events(&app, &token)).await;
    assert_eq!(shown.as_array().map(Vec::len), Some(20));
    assert!(shown.as_array().unwrap().iter().all(|event| event["label"].is_string()));
    assert_eq!(count, 3, "the events, the reports and the locales");
}
