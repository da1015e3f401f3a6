//! D17: everything that is wrong is told at once, and then nothing is written.

use serde_json::{Value as Json, json};

use super::change;
use crate::{
    change::{Kind, Verdict, Way},
    support::{TestApp, apply, each_engine},
};

/// A body and the fields of it that are to be complained about. Its types are those of GraphQL.
fn cases() -> Vec<(Kind, Json, &'static [&'static str])> {
    vec![
        (
            Kind::Locale,
            json!({
                "code": "no such tag",
                "name": "",
                "native_name": "\0",
                "sort_order": -1,
                "is_active": null,
            }),
            &["code", "name", "native_name", "sort_order", "is_active"],
        ),
        (
            Kind::Locale,
            json!({ "code": "de", "name": "Fits", "native_name": null, "sort_order": -1 }),
            &["sort_order"],
        ),
        (
            Kind::ApiKey,
            json!({
                "name": "a".repeat(256),
                "permissions": [""],
                "metadata": { "a": "\0" },
                "is_active": null,
                "expires_at": "2030-01-01T00:00:00Z",
            }),
            &["name", "permissions", "metadata", "is_active"],
        ),
        (
            Kind::Notification,
            json!({
                "type": null,
                "title": "",
                "message": "a".repeat(65_536),
                "action_url": "//example.com",
                "metadata": { "\0": 1 },
                "is_active": null,
            }),
            &["type", "title", "message", "action_url", "metadata", "is_active"],
        ),
        (
            Kind::Notification,
            json!({ "title": "Fits", "message": "", "metadata": null, "action_url": "" }),
            &["message", "action_url"],
        ),
    ]
}

/// D17: by each way, with fields that fit beside those that don't.
#[apply(each_engine!)]
async fn every_complaint_at_once(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, way) in (1..).zip(Way::ALL) {
        for (number, (kind, body, fields)) in (1..).zip(cases()) {
            let record = kind.load_one(&app, 1_000 * place + number, 1).await;
            let case = format!("{way:?} {kind:?} {number}");
            let outcome = change(&app, &record, way, Some(&token), &body, &case).await;
            assert_eq!(outcome, Verdict::invalid(fields.iter().copied()), "{case}");
        }
    }
}

/// D17: wrong types are told with the rest in REST.
#[apply(each_engine!)]
async fn wrong_types_count_among_them(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, way) in (1..).zip([Way::Put, Way::Patch]) {
        for kind in Kind::ALL {
            let record = kind.load_one(&app, 1_000 * place, 1).await;
            let mut body = json!({});
            for field in kind.fields(0) {
                // No field is a number with a fraction.
                body[field.name] = json!(0.5);
            }
            let fields = kind.fields(0).into_iter().map(|field| field.name);
            let case = format!("{way:?} {kind:?}");
            let outcome = change(&app, &record, way, Some(&token), &body, &case).await;
            assert_eq!(outcome, Verdict::invalid(fields), "{case}");
        }
    }
}
