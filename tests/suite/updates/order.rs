//! D5: the order of checks on updates.

use serde_json::json;

use crate::{
    call::Api,
    change::{Kind, Outcome, Record, UpdateApi, outcome},
    support::{Response, TestApp, apply, each_engine, fixture},
};

#[derive(Clone, Copy, Debug)]
enum Caller {
    Anonymous,
    Unpermitted,
    /// Deleted, with every permission.
    Deleted,
    Owner,
    All,
}
use Caller::{All, Anonymous, Deleted, Owner, Unpermitted};

#[derive(Clone, Copy, Debug)]
enum Target {
    Own,
    Anothers,
    DeletedOwn,
    AnothersDeleted,
    Missing,
}
use Target::{Anothers, AnothersDeleted, DeletedOwn, Missing, Own};

#[derive(Clone, Copy, Debug)]
enum Sent {
    /// JSON with an invalid value.
    Invalid,
    Valid,
    Malformed,
    /// JSON that is no object.
    Array,
    Text,
    /// Over 1 MiB.
    Large,
}
use Sent::{Array, Invalid, Large, Malformed, Text, Valid};

/// Expected statuses, for kinds with an own permission.
const CASES: [(Caller, Target, Sent, u16); 42] = [
    // Authentication comes first.
    (Anonymous, Own, Malformed, 401),
    (Anonymous, Own, Array, 401),
    (Anonymous, Own, Text, 401),
    (Anonymous, Own, Large, 401),
    (Anonymous, Own, Invalid, 401),
    (Anonymous, Missing, Malformed, 401),
    (Anonymous, Missing, Valid, 401),
    // The permission comes before the body's form.
    (Unpermitted, Anothers, Malformed, 403),
    (Unpermitted, Anothers, Array, 403),
    (Unpermitted, Anothers, Text, 403),
    (Unpermitted, Anothers, Large, 403),
    (Unpermitted, Missing, Malformed, 403),
    (Deleted, Anothers, Malformed, 403),
    // The body's form comes before the record and its owner.
    (Owner, Anothers, Malformed, 400),
    (Owner, Missing, Text, 415),
    (Owner, AnothersDeleted, Large, 413),
    (Owner, Missing, Array, 400),
    (All, Missing, Malformed, 400),
    (All, DeletedOwn, Array, 400),
    (All, Missing, Text, 415),
    (All, Missing, Large, 413),
    // The permission comes before the record.
    (Unpermitted, Missing, Valid, 403),
    (Unpermitted, DeletedOwn, Invalid, 403),
    (Unpermitted, Anothers, Invalid, 403),
    (Unpermitted, Own, Valid, 403),
    (Deleted, Missing, Valid, 403),
    (Deleted, Anothers, Invalid, 403),
    // The record comes before its owner.
    (Owner, Missing, Invalid, 404),
    (Owner, Missing, Valid, 404),
    (Owner, DeletedOwn, Invalid, 404),
    (Owner, AnothersDeleted, Valid, 404),
    (Owner, AnothersDeleted, Invalid, 404),
    (All, Missing, Invalid, 404),
    (All, DeletedOwn, Invalid, 404),
    // The owner comes before the fields.
    (Owner, Anothers, Invalid, 403),
    (Owner, Anothers, Valid, 403),
    // The fields come last.
    (Owner, Own, Invalid, 422),
    (Owner, Own, Valid, 200),
    (All, Own, Invalid, 422),
    (All, Anothers, Invalid, 422),
    (All, Anothers, Valid, 200),
    (All, Own, Valid, 200),
];

fn expected(status: u16) -> Outcome {
    match status {
        200 => Outcome::Done,
        401 => Outcome::refused("UNAUTHENTICATED"),
        403 => Outcome::refused("FORBIDDEN"),
        404 => Outcome::refused("NOT_FOUND"),
        _ => Outcome::invalid(["is_active"]),
    }
}

async fn rest(
    app: &TestApp,
    record: &Record,
    via: UpdateApi,
    token: Option<&str>,
    sent: Sent,
) -> Response {
    let (content_type, body) = match sent {
        Invalid => ("application/json", r#"{"is_active": null}"#.to_owned()),
        Valid => ("application/json", r#"{"is_active": true}"#.to_owned()),
        Malformed => ("application/json", r#"{"is_active": "#.to_owned()),
        Array => ("application/json", r#"[{"is_active": true}]"#.to_owned()),
        Text => ("text/plain", r#"{"is_active": true}"#.to_owned()),
        Large => ("application/json", format!("{{\"a\": \"{}\"}}", "a".repeat(1024 * 1024))),
    };
    let method = if via == UpdateApi::Put { "PUT" } else { "PATCH" };
    app.ask(method, &record.path(), token, &[("content-type", content_type)], body).await
}

/// The record of a case, stored unless it is missing.
async fn record(app: &TestApp, kind: Kind, id: i64, of: Target) -> Record {
    let owner = if matches!(of, Own | DeletedOwn) { 4 } else { 1 };
    let mut row = kind.row(id, owner);
    if matches!(of, DeletedOwn | AnothersDeleted) {
        row["deleted_at"] = json!("2026-01-03T00:00:00Z");
    }
    if !matches!(of, Missing) {
        app.load(fixture(kind.operation().table, [row])).await;
    }
    kind.record(id)
}

/// D5, D2, D16, D20. Locales have no own permission.
#[apply(each_engine!)]
async fn updates_are_checked_in_order(app: TestApp) {
    let permissions = Kind::ALL.map(|kind| kind.operation().permission);
    let own = permissions.map(|name| format!("{name}.own"));
    app.caller(1, &[]).await;
    let powerless = app.caller(2, &["reports.view"]).await;
    let deleted = app.caller(3, &["*"]).await;
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 3").await;
    let owner = app.caller(4, &own.each_ref().map(String::as_str)).await;
    let all = app.caller(5, &permissions).await;
    let mut id = 1_000;
    for (via, kind) in UpdateApi::ALL.into_iter().flat_map(|via| Kind::ALL.map(|it| (via, it))) {
        for (caller, of, sent, status) in CASES {
            id += 1;
            // The kind has no own permission, so it grants nothing.
            let status = match caller {
                Owner if !kind.operation().has_own => 403,
                _ => status,
            };
            let token = match caller {
                Anonymous => None,
                Unpermitted => Some(powerless.as_str()),
                Deleted => Some(deleted.as_str()),
                Owner => Some(owner.as_str()),
                All => Some(all.as_str()),
            };
            let case = format!("{via:?} {kind:?} {caller:?} {of:?} {sent:?}");
            let record = record(&app, kind, id, of).await;
            if kind == Kind::ApiKey {
                // Activating a key takes its permissions (D36).
                app.execute("UPDATE api_keys SET permissions = '[]'").await;
            }
            let before = record.stored(&app).await;
            if via.api() == Api::Graphql {
                let body = match sent {
                    Invalid => json!({ "is_active": null }),
                    Valid => json!({ "is_active": true }),
                    _ => continue,
                };
                let response = record.change(&app, via, token, &body).await;
                assert_eq!(outcome(via.api(), &response, &case), expected(status), "{case}");
            } else {
                let response = rest(&app, &record, via, token, sent).await;
                assert_eq!(response.status.as_u16(), status, "{case}: {}", response.body);
            }
            assert_eq!(record.stored(&app).await != before, status == 200, "{case}");
        }
    }
}
