//! The record and the label that an event shows (D26).

use serde_json::{Value as Json, json};

use super::{kind, load};
use crate::support::{TestApp, apply, each_engine, global_id};

const ME: i64 = 1;
const OTHER: i64 = 2;

async fn events(app: &TestApp, token: &str) -> Json {
    let query = "{ recordEvents(first: 50) { nodes { action label record { id \
         ... on Report { title } } } } }";
    app.data(token, query).await["recordEvents"]["nodes"].clone()
}

/// Whoever may audit without viewing sees what the events say, and no record.
#[apply(each_engine!)]
async fn a_record_is_shown_to_those_who_may_view_it(app: TestApp, admin: String) {
    app.caller(OTHER, &["*"]).await;
    for (id, owner) in [(1, ME), (2, OTHER)] {
        load(&app, &kind("reports"), id, owner, None).await;
        app.delete(&admin, &format!("reports/{}", kind("reports").key_of(id))).await.expect(200);
    }
    let body = json!({ "user_id": 2, "type": "info", "title": "Hello", "message": "There" });
    app.post(&admin, "notifications", &body).await.expect(201);
    let (one, two) = (app.stored("reports", 1).await, app.stored("reports", 2).await);
    let titles = [two["title"].clone(), one["title"].clone()];
    // Which of the reports 2 and 1 are shown, and whether the notification is.
    let cases: [(&[&str], [bool; 2], bool); 5] = [
        (&["*"], [true, true], true),
        (&["audit.view"], [false, false], false),
        // Deleted records are shown to those who may restore them (D9).
        (&["audit.view", "reports.view"], [false, false], false),
        (&["audit.view", "reports.view", "reports.restore"], [true, true], false),
        (&["audit.view", "reports.view.own", "reports.restore"], [true, false], false),
    ];
    for (permissions, reports, sees_notification) in cases {
        let token = app.token("caller2@example.com", Some(permissions)).await;
        let events = events(&app, &token).await;
        // The event of the notification has its title.
        assert_eq!(events[0]["label"], json!("Hello"), "{permissions:?}");
        assert_eq!(!events[0]["record"].is_null(), sees_notification, "{permissions:?}");
        for (place, (is_shown, title)) in reports.into_iter().zip(&titles).enumerate() {
            let record = json!({ "id": global_id("Report", 2 - place as i64), "title": title });
            let event = json!([events[place + 1]["label"], events[place + 1]["record"]]);
            let expected = if is_shown { json!([title, record]) } else { json!([null, null]) };
            assert_eq!(event, expected, "{permissions:?} {place}");
        }
    }
}

/// A page reads each kind once, however many events it has, and whatever it shows of the records.
#[apply(each_engine!)]
async fn a_page_of_events_reads_each_kind_once(app: TestApp, token: String) {
    let mut ids = Vec::new();
    for id in 1..=10 {
        load(&app, &kind("reports"), id, ME, None).await;
        load(&app, &kind("locales"), id, ME, None).await;
        ids.extend([kind("reports").global_id(id), kind("locales").global_id(id)]);
    }
    app.post(&token, "delete", &json!({ "ids": ids })).await.expect(200);
    events(&app, &token).await;
    let (count, shown) = app.statements(events(&app, &token)).await;
    assert_eq!(shown.as_array().map(Vec::len), Some(20));
    assert!(shown.as_array().unwrap().iter().all(|event| event["label"].is_string()));
    assert_eq!(count, 3, "the events, the reports and the locales");
}
