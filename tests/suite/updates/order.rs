//! D5: in which order an update is refused.

use axum::{body::Body, http::Request};
use serde_json::json;

use crate::{
    change::{Kind, Record, Verdict, Way, verdict},
    support::{Reply, TestApp, apply, each_engine, fixture},
};

#[derive(Clone, Copy, Debug)]
enum Caller {
    /// Without a token.
    Nobody,
    /// Without the permission.
    Powerless,
    /// Deleted, with every permission.
    Deleted,
    /// With the own permission.
    Owner,
    /// With the permission.
    All,
}
use Caller::{All, Deleted, Nobody, Owner, Powerless};

#[derive(Clone, Copy, Debug)]
enum Of {
    Own,
    Anothers,
    Gone,
    AnothersGone,
    Missing,
}
use Of::{Anothers, AnothersGone, Gone, Missing, Own};

#[derive(Clone, Copy, Debug)]
enum Sent {
    /// JSON that breaks a rule.
    Invalid,
    Valid,
    /// No JSON.
    Malformed,
    /// JSON that is no object.
    Array,
    /// Of another content type.
    Text,
    /// Past 1 MiB.
    Large,
}
use Sent::{Array, Invalid, Large, Malformed, Text, Valid};

/// What the statuses are, for kinds with an own permission.
const CASES: [(Caller, Of, Sent, u16); 38] = [
    // Who is calling comes before everything.
    (Nobody, Own, Malformed, 401),
    (Nobody, Own, Array, 401),
    (Nobody, Own, Text, 401),
    (Nobody, Own, Large, 401),
    (Nobody, Own, Invalid, 401),
    (Nobody, Missing, Malformed, 401),
    (Nobody, Missing, Valid, 401),
    // The body comes before what the caller may do.
    (Powerless, Anothers, Malformed, 400),
    (Powerless, Anothers, Array, 400),
    (Powerless, Anothers, Text, 415),
    (Powerless, Anothers, Large, 413),
    (Powerless, Missing, Malformed, 400),
    (Deleted, Anothers, Malformed, 400),
    (All, Missing, Malformed, 400),
    (All, Gone, Array, 400),
    (All, Missing, Text, 415),
    (All, Missing, Large, 413),
    // What the caller may do comes before the record.
    (Powerless, Missing, Valid, 403),
    (Powerless, Gone, Invalid, 403),
    (Powerless, Anothers, Invalid, 403),
    (Powerless, Own, Valid, 403),
    (Deleted, Missing, Valid, 403),
    (Deleted, Anothers, Invalid, 403),
    // The record comes before whose it is.
    (Owner, Missing, Invalid, 404),
    (Owner, Missing, Valid, 404),
    (Owner, Gone, Invalid, 404),
    (Owner, AnothersGone, Valid, 404),
    (Owner, AnothersGone, Invalid, 404),
    (All, Missing, Invalid, 404),
    (All, Gone, Invalid, 404),
    // Whose it is comes before what is sent.
    (Owner, Anothers, Invalid, 403),
    (Owner, Anothers, Valid, 403),
    // What is sent comes last.
    (Owner, Own, Invalid, 422),
    (Owner, Own, Valid, 200),
    (All, Own, Invalid, 422),
    (All, Anothers, Invalid, 422),
    (All, Anothers, Valid, 200),
    (All, Own, Valid, 200),
];

/// What a status is through GraphQL.
fn expected(status: u16) -> Verdict {
    match status {
        200 => Verdict::Done,
        401 => Verdict::refused("UNAUTHENTICATED"),
        403 => Verdict::refused("FORBIDDEN"),
        404 => Verdict::refused("NOT_FOUND"),
        _ => Verdict::invalid(["is_active"]),
    }
}

async fn rest(app: &TestApp, record: &Record, way: Way, token: Option<&str>, sent: Sent) -> Reply {
    let (content_type, body) = match sent {
        Invalid => ("application/json", r#"{"is_active": null}"#.to_owned()),
        Valid => ("application/json", r#"{"is_active": true}"#.to_owned()),
        Malformed => ("application/json", r#"{"is_active": "#.to_owned()),
        Array => ("application/json", r#"[{"is_active": true}]"#.to_owned()),
        Text => ("text/plain", r#"{"is_active": true}"#.to_owned()),
        Large => ("application/json", format!("{{\"a\": \"{}\"}}", "a".repeat(1024 * 1024))),
    };
    let method = if way == Way::Put { "PUT" } else { "PATCH" };
    let mut request = Request::builder().method(method).uri(record.path());
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    app.send(request.header("content-type", content_type).body(Body::from(body)).unwrap()).await
}

/// The record that a case is about, stored unless it is missing.
async fn record(app: &TestApp, kind: Kind, id: i64, of: Of) -> Record {
    let owner = if matches!(of, Own | Gone) { 4 } else { 1 };
    let mut row = kind.row(id, owner);
    if matches!(of, Gone | AnothersGone) {
        row["deleted_at"] = json!("2026-01-03T00:00:00Z");
    }
    if !matches!(of, Missing) {
        app.load(fixture(kind.operation().table, [row])).await;
    }
    kind.record(id)
}

async fn hold_order(app: &TestApp, kind: Kind) {
    let permission = kind.operation().permission;
    app.caller(1, &[]).await;
    let powerless = app.caller(2, &["reports.view"]).await;
    let deleted = app.caller(3, &["*"]).await;
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 3").await;
    let owner = app.caller(4, &[&format!("{permission}.own")]).await;
    let all = app.caller(5, &[permission]).await;
    let has_own = kind.operation().has_own;
    let mut id = 1_000;
    for way in Way::ALL {
        for (caller, of, sent, status) in CASES {
            id += 1;
            // A permission that there is not is none.
            let status = match caller {
                Owner if !has_own => 403,
                _ => status,
            };
            let token = match caller {
                Nobody => None,
                Powerless => Some(powerless.as_str()),
                Deleted => Some(deleted.as_str()),
                Owner => Some(owner.as_str()),
                All => Some(all.as_str()),
            };
            let case = format!("{way:?} {kind:?} {caller:?} {of:?} {sent:?}");
            let record = record(app, kind, id, of).await;
            let before = record.stored(app).await;
            if way == Way::Graphql {
                let body = match sent {
                    Invalid => json!({ "is_active": null }),
                    Valid => json!({ "is_active": true }),
                    _ => continue,
                };
                let reply = record.change(app, way, token, &body).await;
                assert_eq!(verdict(way.face(), &reply, &case), expected(status), "{case}");
            } else {
                let reply = rest(app, &record, way, token, sent).await;
                assert_eq!(reply.status.as_u16(), status, "{case}: {}", reply.body);
            }
            assert_eq!(record.stored(app).await != before, status == 200, "{case}");
        }
    }
}

/// D5, D2, D16, D20: locales, which have no own permission.
#[apply(each_engine!)]
async fn of_locales(app: TestApp) {
    hold_order(&app, Kind::Locale).await;
}

/// D5, D2, D16, D20.
#[apply(each_engine!)]
async fn of_api_keys(app: TestApp) {
    hold_order(&app, Kind::ApiKey).await;
}

/// D5, D2, D16, D20.
#[apply(each_engine!)]
async fn of_notifications(app: TestApp) {
    hold_order(&app, Kind::Notification).await;
}

/// D5, D13: in GraphQL a malformed variable is told before anything but the missing token.
#[apply(each_engine!)]
async fn types_speak_after_the_token(app: TestApp) {
    let powerless = app.caller(1, &[]).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        for (token, expected) in
            [(None, "UNAUTHENTICATED"), (Some(powerless.as_str()), "BAD_REQUEST")]
        {
            let case = format!("{kind:?} {expected}");
            let body = json!({ "is_active": "yes" });
            let reply = record.change(&app, Way::Graphql, token, &body).await;
            let outcome = verdict(Way::Graphql.face(), &reply, &case);
            assert_eq!(outcome, Verdict::refused(expected), "{case}");
        }
    }
}
