//! D5 and D6: who may send notifications, and to whom.

use serde_json::json;

use super::{APIS, accounts, input_with, sending};
use crate::{
    call::Api,
    change::Outcome,
    support::{TestApp, apply, each_engine},
};

/// D1, D5, D20: 401, then 403, then the body's form, then 422.
#[apply(each_engine!)]
async fn checks_run_in_the_documented_order(app: TestApp) {
    let all = accounts(&app).await;
    let powerless = app.caller(4, &["notifications.view", "notifications.send.own.own"]).await;
    let deleted = app.caller(5, &["*"]).await;
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 5").await;
    let inactive = app.caller(6, &["*"]).await;
    app.execute("UPDATE users SET is_active = false WHERE id = 6").await;
    let (json, text) = ("application/json", "text/plain");
    let large = format!("{{\"a\": \"{}\"}}", "a".repeat(1024 * 1024));
    let cases = [
        (None, json, "{", 401),
        (None, text, "{}", 401),
        (None, json, "{}", 401),
        (Some("rsat_unknown"), json, "[", 401),
        (Some(inactive.as_str()), json, "{}", 401),
        (Some(powerless.as_str()), json, "{", 403),
        (Some(powerless.as_str()), json, "[]", 403),
        (Some(powerless.as_str()), json, "", 403),
        (Some(powerless.as_str()), text, "{}", 403),
        (Some(powerless.as_str()), json, &large, 403),
        (Some(powerless.as_str()), json, "{}", 403),
        (Some(deleted.as_str()), json, "null", 403),
        (Some(deleted.as_str()), json, "{}", 403),
        (Some(all.as_str()), json, "\"{}\"", 400),
        (Some(all.as_str()), text, "{}", 415),
        (Some(all.as_str()), json, &large, 413),
        (Some(all.as_str()), json, "{}", 422),
    ];
    for (token, content_type, body, status) in cases {
        let headers = [("content-type", content_type)];
        let response = app.ask("POST", "notifications", token, &headers, body.to_owned()).await;
        let case = format!("{token:?} {content_type} {body:.20}");
        assert_eq!(response.status.as_u16(), status, "{case}: {}", response.body);
        assert!(!response.message().is_empty(), "{case}");
    }
    assert_eq!(app.count("notifications").await, 0);
}

/// D1, D5, D21: a missing permission is reported before anything about the fields.
#[apply(each_engine!)]
async fn permission_comes_before_validation(app: TestApp) {
    accounts(&app).await;
    let powerless = app.caller(4, &["notifications.view"]).await;
    let deleted = app.caller(5, &["*"]).await;
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 5").await;
    let callers = [
        (None, "UNAUTHENTICATED"),
        (Some("rsat_unknown"), "UNAUTHENTICATED"),
        (Some(powerless.as_str()), "FORBIDDEN"),
        (Some(deleted.as_str()), "FORBIDDEN"),
    ];
    let changes = [json!({}), json!({ "title": "" }), json!({ "user_id": 99 })];
    for api in APIS {
        for (token, code) in callers {
            for change in &changes {
                let case = format!("{api:?} {token:?} {change}");
                let outcome = sending(&app, api, token, &input_with(change), &case).await;
                assert_eq!(outcome, Outcome::refused(code), "{case}");
            }
        }
    }
}

/// D6: with the own permission recipient and sender must be the caller. Another's well-formed id is
/// 403 before the rest is validated; a missing or malformed one is 422.
#[apply(each_engine!)]
async fn the_own_permission_is_for_sending_to_oneself(app: TestApp) {
    accounts(&app).await;
    let own = app.caller(4, &["notifications.send.own"]).await;
    let forbidden = || Outcome::refused("FORBIDDEN");
    let invalid = |fields: &[&str]| Outcome::invalid(fields.iter().copied());
    let both = [
        (json!({ "user_id": 4 }), Outcome::Done),
        (json!({ "user_id": 4, "sender_id": 4 }), Outcome::Done),
        (json!({ "user_id": 2 }), forbidden()),
        (json!({ "user_id": 4, "sender_id": 2 }), forbidden()),
        (json!({ "user_id": 2, "sender_id": 4 }), forbidden()),
        (json!({ "user_id": 2, "sender_id": 2 }), forbidden()),
        // The response is the same whether or not such an account exists.
        (json!({ "user_id": 3 }), forbidden()),
        (json!({ "user_id": 99 }), forbidden()),
        (json!({ "user_id": i64::MAX }), forbidden()),
        (json!({ "user_id": 4, "sender_id": 99 }), forbidden()),
        (json!({ "user_id": 2, "title": "", "message": "\0" }), forbidden()),
        (json!({ "user_id": 4, "sender_id": 2, "title": "" }), forbidden()),
        (json!({ "user_id": 4, "title": "" }), invalid(&["title"])),
        (json!({ "user_id": 4, "sender_id": null }), invalid(&["sender_id"])),
        (json!({ "user_id": 2, "sender_id": null }), forbidden()),
    ];
    for api in APIS {
        for (changes, expected) in &both {
            let case = format!("{api:?} {changes}");
            let body = input_with(changes);
            assert_eq!(sending(&app, api, Some(&own), &body, &case).await, *expected, "{case}");
        }
    }
    // Refused by GraphQL's types.
    let rest = [
        (json!({ "user_id": "2" }), invalid(&["user_id"])),
        (json!({ "user_id": "4" }), invalid(&["user_id"])),
        (json!({ "user_id": null }), invalid(&["user_id"])),
        (json!({ "user_id": 2.5 }), invalid(&["user_id"])),
        (json!({ "user_id": [2], "title": "" }), invalid(&["user_id", "title"])),
        (json!({ "user_id": 4, "sender_id": "2" }), invalid(&["sender_id"])),
        (json!({ "user_id": "2", "sender_id": 2 }), forbidden()),
        (json!({ "user_id": 4, "type": 5 }), invalid(&["type"])),
    ];
    for (changes, expected) in &rest {
        let case = changes.to_string();
        let body = input_with(changes);
        assert_eq!(sending(&app, Api::Rest, Some(&own), &body, &case).await, *expected, "{case}");
    }
    let mut without = input_with(&json!({}));
    without.as_object_mut().unwrap().remove("user_id");
    let outcome = sending(&app, Api::Rest, Some(&own), &without, "missing").await;
    assert_eq!(outcome, invalid(&["user_id"]), "missing");
    without["sender_id"] = json!(2);
    let outcome = sending(&app, Api::Rest, Some(&own), &without, "another's").await;
    assert_eq!(outcome, forbidden(), "missing, and another's");
}
