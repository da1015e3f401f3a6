//! D17: all errors are reported at once, and nothing is written.

use serde_json::{Value as Json, json};

use super::change;
use crate::{
    change::{Kind, Outcome, UpdateApi},
    support::{TestApp, apply, each_engine},
};

/// A body and its invalid fields. Its types are those of GraphQL.
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

/// D17: through each API, with valid fields in between.
#[apply(each_engine!)]
async fn all_errors_are_reported_at_once(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        for (number, (kind, body, fields)) in (1..).zip(cases()) {
            let record = kind.load_one(&app, 1_000 * place + number, 1).await;
            let case = format!("{via:?} {kind:?} {number}");
            let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
            assert_eq!(outcome, Outcome::invalid(fields.iter().copied()), "{case}");
        }
    }
}

/// D17: in REST wrong types are reported with the other errors.
#[apply(each_engine!)]
async fn wrong_types_are_reported_with_other_errors(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for (place, via) in (1..).zip([UpdateApi::Put, UpdateApi::Patch]) {
        for kind in Kind::ALL {
            let record = kind.load_one(&app, 1_000 * place, 1).await;
            let mut body = json!({});
            for field in kind.fields(0) {
                // No field is a fractional number.
                body[field.name] = json!(0.5);
            }
            let fields = kind.fields(0).into_iter().map(|field| field.name);
            let case = format!("{via:?} {kind:?}");
            let outcome = change(&app, &record, via, Some(&token), &body, &case).await;
            assert_eq!(outcome, Outcome::invalid(fields), "{case}");
        }
    }
}
