//! D17 and D18: every rule about a value, by each way, and D19: what is stored is what is answered.

use serde_json::json;

use super::{change, differing};
use crate::{
    call::Face,
    change::{Fit, Kind, Record, Verdict, Way, rules, verdict},
    support::{TestApp, apply, each_engine},
};

/// Holds every rule against one kind, by one way, each about a record of its own.
async fn hold_rules(app: &TestApp, token: &str, kind: Kind, way: Way, first: i64) {
    let rules: Vec<_> = rules().into_iter().filter(|rule| rule.kind == kind).collect();
    let last = first + i64::try_from(rules.len()).unwrap();
    let records = kind.load(app, first..last, 1).await;
    for (rule, record) in rules.iter().zip(&records) {
        let case = format!("{way:?} {kind:?} {} {:.60}", rule.field, rule.value.to_string());
        let body = json!({ rule.field: rule.value });
        let outcome = change(app, record, way, Some(token), &body, &case).await;
        let (expected, value) = match (&rule.fit, way.face()) {
            (Fit::Fits, _) => (Verdict::Done, Some(&rule.value)),
            (Fit::As(stored), _) => (Verdict::Done, Some(stored)),
            (Fit::Mistyped, Face::Graphql) => (Verdict::refused("BAD_REQUEST"), None),
            (Fit::Breaks | Fit::Mistyped, _) => (Verdict::invalid([rule.field]), None),
        };
        assert_eq!(outcome, expected, "{case}");
        if let Some(value) = value {
            let stored = record.stored(app).await;
            assert!(stored[rule.field] == *value, "{case}: {:.200}", stored.to_string());
        }
        if rule.field == "code" {
            // The next way asks for the same codes.
            app.execute(&format!("DELETE FROM locales WHERE id = {}", record.id)).await;
        }
    }
}

async fn hold_all_rules(app: &TestApp, kind: Kind) {
    let token = app.caller(1, &["*"]).await;
    for (place, way) in (1..).zip(Way::ALL) {
        hold_rules(app, &token, kind, way, 1_000 * place).await;
    }
}

/// D17, D18: a locale's fields.
#[apply(each_engine!)]
async fn of_locales(app: TestApp) {
    hold_all_rules(&app, Kind::Locale).await;
}

/// D17, D18, D19: an API key's fields.
#[apply(each_engine!)]
async fn of_api_keys(app: TestApp) {
    hold_all_rules(&app, Kind::ApiKey).await;
}

/// D17, D18: a notification's fields.
#[apply(each_engine!)]
async fn of_notifications(app: TestApp) {
    hold_all_rules(&app, Kind::Notification).await;
}

/// D17: types are as strict where GraphQL's are laxer or differ: a single text is no array, a
/// type has small letters in REST and is a name in GraphQL.
#[apply(each_engine!)]
async fn types_that_differ_between_the_faces(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let key = Kind::ApiKey.load_one(&app, 1_000, 1).await;
    let notification = Kind::Notification.load_one(&app, 1_000, 1).await;
    let cases: [(&Record, _, _); 3] = [
        (&key, "permissions", json!("reports.view")),
        (&notification, "type", json!("INFO")),
        (&notification, "type", json!("Info")),
    ];
    for way in [Way::Put, Way::Patch] {
        for (record, field, value) in &cases {
            let case = format!("{way:?} {field} {value}");
            let body = json!({ *field: value });
            let outcome = change(&app, record, way, Some(&token), &body, &case).await;
            assert_eq!(outcome, Verdict::invalid([*field]), "{case}");
        }
    }
    let declared = ", $changes: NotificationChanges!";
    for (value, expected) in [
        ("info", Verdict::refused("BAD_REQUEST")),
        ("Info", Verdict::refused("BAD_REQUEST")),
        ("INFO", Verdict::Done),
    ] {
        let variables = json!({ "changes": { "type": value } });
        let reply = notification.mutate(&app, Some(&token), declared, "$changes", variables).await;
        let outcome = verdict(Face::Graphql, &reply, value);
        assert_eq!(outcome, expected, "{value}");
    }
    assert_eq!(notification.stored(&app).await["type"], "info");
}

/// D18: metadata is measured as compact JSON, however it was sent.
#[apply(each_engine!)]
async fn metadata_is_measured_compact(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    let record = Kind::Notification.load_one(&app, 1_000, 1).await;
    let letters = 64 * 1024 - r#"{"a":""}"#.len();
    let escaped = "\\u0061".repeat(letters);
    for (more, status) in [("", 200), ("\\u0061", 422)] {
        let body = format!("{{ \"metadata\" :\n {{ \"a\" : \"{escaped}{more}\" }} }}");
        let request = axum::http::Request::patch(record.path())
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "application/json")
            .body(body.into())
            .unwrap();
        app.send(request).await.expect(status);
    }
    let stored = record.stored(&app).await;
    assert_eq!(stored["metadata"], json!({ "a": "a".repeat(letters) }));
}

/// D19: moments have microseconds and `Z`, cut and not rounded, and answers and rows agree.
#[apply(each_engine!)]
async fn moments_are_cut_and_agree(app: TestApp) {
    let app = app.at(|| {
        let now = chrono::DateTime::parse_from_rfc3339("2026-11-20T15:36:00.123456789Z");
        now.unwrap().to_utc().into()
    });
    let token = app.caller(1, &["*"]).await;
    for (place, way) in (1..).zip(Way::ALL) {
        for kind in Kind::ALL {
            let record = kind.load_one(&app, 1_000 * place, 1).await;
            let before = record.stored(&app).await;
            let case = format!("{way:?} {kind:?}");
            let body = match kind {
                Kind::ApiKey => json!({ "expires_at": "2031-11-20T16:36:00.9999999+01:00" }),
                _ => json!({ "is_active": true }),
            };
            let reply = record.change(&app, way, Some(&token), &body).await.expect(200);
            let after = record.stored(&app).await;
            assert_ne!(differing(&before, &after, &case), [""; 0], "{case}");
            let answered = record.answered(way, &reply);
            assert_eq!(answered["updated_at"], "2026-11-20T15:36:00.123456Z", "{case}");
            assert_eq!(after["updated_at"], "2026-11-20T15:36:00.123456Z", "{case}");
            if kind == Kind::ApiKey {
                assert_eq!(answered["expires_at"], "2031-11-20T15:36:00.999999Z", "{case}");
                assert_eq!(after["expires_at"], "2031-11-20T15:36:00.999999Z", "{case}");
            }
        }
    }
}
