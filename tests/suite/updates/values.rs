//! D17 and D18: every rule for values, through each API, and D19: stored values equal answered
//! ones.

use serde_json::json;

use super::{change, differing};
use crate::{
    call::{APIS, Api},
    change::{Kind, Outcome, Record, UpdateApi, Validity, outcome, rules, send, sent},
    support::{TestApp, apply, each_engine},
};

/// Tests every rule for one kind through one API, each with its own record.
async fn assert_rules(app: &TestApp, token: &str, kind: Kind, via: UpdateApi, first: i64) {
    let rules: Vec<_> = rules().into_iter().filter(|rule| rule.kind == kind).collect();
    let last = first + i64::try_from(rules.len()).unwrap();
    let records = kind.load(app, first..last, 1).await;
    for (rule, record) in rules.iter().zip(&records) {
        let case = format!("{via:?} {kind:?} {} {:.60}", rule.field, rule.value.to_string());
        let body = json!({ rule.field: rule.value });
        let outcome = change(app, record, via, Some(token), &body, &case).await;
        let (expected, value) = match (&rule.fit, via.api()) {
            (Validity::Fits, _) => (Outcome::Done, Some(&rule.value)),
            (Validity::As(stored), _) => (Outcome::Done, Some(stored)),
            (Validity::Mistyped, Api::Graphql) => (Outcome::refused("BAD_REQUEST"), None),
            (Validity::Breaks | Validity::Mistyped, _) => (Outcome::invalid([rule.field]), None),
        };
        assert_eq!(outcome, expected, "{case}");
        if let Some(value) = value {
            let stored = record.stored(app).await;
            assert!(stored[rule.field] == *value, "{case}: {:.200}", stored.to_string());
        }
        if rule.field == "code" {
            // The next API uses the same codes.
            app.execute(&format!("DELETE FROM locales WHERE id = {}", record.id)).await;
        }
    }
}

/// D17, D18, D19: the fields of each kind, through each API.
#[apply(each_engine!)]
async fn every_rule_holds(app: TestApp, token: String) {
    for kind in Kind::ALL {
        for (place, via) in (1..).zip(UpdateApi::ALL) {
            assert_rules(&app, &token, kind, via, 1_000 * place).await;
        }
    }
}

/// D17: REST's types are as strict as GraphQL's are lax or different: a single string is no array,
/// and a notification's type is lower case in REST and an enum in GraphQL.
#[apply(each_engine!)]
async fn types_that_differ_between_the_apis(app: TestApp, token: String) {
    let key = Kind::ApiKey.load_one(&app, 1_000, 1).await;
    let notification = Kind::Notification.load_one(&app, 1_000, 1).await;
    let cases: [(&Record, _, _); 3] = [
        (&key, "permissions", json!("reports.view")),
        (&notification, "type", json!("INFO")),
        (&notification, "type", json!("Info")),
    ];
    for via in [UpdateApi::Put, UpdateApi::Patch] {
        for (record, field, value) in &cases {
            let case = format!("{via:?} {field} {value}");
            let body = json!({ *field: value });
            let outcome = change(&app, record, via, Some(&token), &body, &case).await;
            assert_eq!(outcome, Outcome::invalid([*field]), "{case}");
        }
    }
    let declared = ", $changes: NotificationChanges!";
    for (value, expected) in [
        ("info", Outcome::refused("BAD_REQUEST")),
        ("Info", Outcome::refused("BAD_REQUEST")),
        ("INFO", Outcome::Done),
    ] {
        let variables = json!({ "changes": { "type": value } });
        let response = notification
            .mutate(&app, UpdateApi::Graphql, Some(&token), declared, "$changes", variables)
            .await;
        let outcome = outcome(Api::Graphql, &response, value);
        assert_eq!(outcome, expected, "{value}");
    }
    assert_eq!(notification.stored(&app).await["type"], "info");
}

/// D18: the size of metadata is that of compact JSON, however it was sent.
#[apply(each_engine!)]
async fn metadata_is_measured_compact(app: TestApp, token: String) {
    let record = Kind::Notification.load_one(&app, 1_000, 1).await;
    let letters = 64 * 1024 - r#"{"a":""}"#.len();
    let escaped = "\\u0061".repeat(letters);
    for (more, status) in [("", 200), ("\\u0061", 422)] {
        let body = format!("{{ \"metadata\" :\n {{ \"a\" : \"{escaped}{more}\" }} }}");
        app.ask("PATCH", &record.path(), Some(&token), &[], body).await.expect(status);
    }
    assert_eq!(record.stored(&app).await["metadata"], json!({ "a": "a".repeat(letters) }));
}

/// D19: timestamps have microseconds and `Z`, are truncated and not rounded, in responses and rows.
#[apply(each_engine!)]
async fn timestamps_are_truncated_to_microseconds(app: TestApp) {
    let app = app.at(|| {
        let now = chrono::DateTime::parse_from_rfc3339("2026-11-20T15:36:00.123456789Z");
        now.unwrap().to_utc().into()
    });
    let token = app.caller(1, &["*"]).await;
    for api in APIS {
        let input = json!({ "user_id": 1, "type": "info", "title": "a", "message": "b" });
        let record = sent(api, &send(&app, api, Some(&token), &input).await);
        let stored = app.stored("notifications", record["id"].as_i64().unwrap()).await;
        for name in ["created_at", "updated_at"] {
            assert_eq!(record[name], "2026-11-20T15:36:00.123456Z", "{api:?} {name}");
            assert_eq!(stored[name], record[name], "{api:?} {name}");
        }
    }
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        for kind in Kind::ALL {
            let record = kind.load_one(&app, 1_000 * place, 1).await;
            let before = record.stored(&app).await;
            let case = format!("{via:?} {kind:?}");
            let body = match kind {
                Kind::ApiKey => json!({ "expires_at": "2031-11-20T16:36:00.9999999+01:00" }),
                _ => json!({ "is_active": true }),
            };
            let response = record.change(&app, via, Some(&token), &body).await.expect(200);
            let after = record.stored(&app).await;
            assert_ne!(differing(&before, &after, &case), [""; 0], "{case}");
            let answered = record.answered(via, &response);
            assert_eq!(answered["updated_at"], "2026-11-20T15:36:00.123456Z", "{case}");
            assert_eq!(after["updated_at"], "2026-11-20T15:36:00.123456Z", "{case}");
            if kind == Kind::ApiKey {
                assert_eq!(answered["expires_at"], "2031-11-20T15:36:00.999999Z", "{case}");
                assert_eq!(after["expires_at"], "2031-11-20T15:36:00.999999Z", "{case}");
            }
        }
    }
}
