//! D14 and D16: fields that can't be updated, and updates without any field.

use serde_json::json;

use super::{change, differing};
use crate::{
    call::Api,
    change::{Kind, Outcome, UpdateApi, outcome},
    support::{TestApp, apply, each_engine, fixture},
};

/// Fields that no update writes, each with another value than the stored one.
fn unwritable() -> serde_json::Value {
    json!({
        "id": 5,
        "uuid": "00000000-0000-4000-8000-000000000000",
        "user_id": 2,
        "sender_id": 2,
        "user": { "id": 2 },
        "key": "rsak_other",
        "key_hash": "other",
        "is_read": false,
        "read_at": null,
        "deleted_at": "2026-01-01T00:00:00Z",
        "created_at": "2020-01-01T00:00:00Z",
        "updated_at": "2020-01-01T00:00:00Z",
        "version": 77,
        "no_such_field": [1, { "a": null }],
        "isActive": true,
        "IS_ACTIVE": true,
    })
}

/// D14: a PATCH without writable fields answers 200 with the record and writes nothing.
#[apply(each_engine!)]
async fn an_empty_patch_writes_nothing(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        let before = record.stored(&app).await;
        let cases = [
            (UpdateApi::Patch, json!({})),
            (UpdateApi::Patch, json!({ "no_such_field": 5 })),
            (UpdateApi::Patch, unwritable()),
            (UpdateApi::Graphql, json!({})),
        ];
        for (via, body) in cases {
            let case = format!("{via:?} {kind:?} {body}");
            let response = record.change(&app, via, Some(&token), &body).await.expect(200);
            assert_eq!(record.stored(&app).await, before, "{case}");
            let answered = record.answered(via, &response);
            assert_eq!(answered["id"], 1_000, "{case}");
            assert_eq!(answered["updated_at"], before["updated_at"], "{case}");
            assert_eq!(answered["is_active"], false, "{case}");
        }
    }
}

/// D16: ids, owners, the key's value, the recipient's read state and the server's timestamps are
/// ignored next to other fields.
#[apply(each_engine!)]
async fn read_only_fields_are_ignored(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    app.load(fixture("users", [json!({ "id": 2, "email": "two@example.com" })])).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        let before = record.stored(&app).await;
        let mut body = unwritable();
        body["is_active"] = json!(true);
        let case = format!("{kind:?}");

        let response = record.change(&app, UpdateApi::Patch, Some(&token), &body).await.expect(200);

        let after = record.stored(&app).await;
        assert_eq!(differing(&before, &after, &case), ["is_active"], "{case}");
        assert_eq!(response.body["updated_at"], after["updated_at"], "{case}");
        if kind != Kind::Locale {
            assert_eq!(response.body["uuid"], json!(record.key), "{case}");
        }
    }
}

/// D16: PUT resets writable fields only, whatever else the body has.
#[apply(each_engine!)]
async fn put_does_not_reset_read_only_fields(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        let before = record.stored(&app).await;
        let case = format!("{kind:?}");
        record.change(&app, UpdateApi::Put, Some(&token), &unwritable()).await.expect(200);
        let after = record.stored(&app).await;
        let mut differing = differing(&before, &after, &case);
        differing.sort_unstable();
        let mut reset: Vec<&str> = kind
            .fields(0)
            .iter()
            .filter(|field| field.default.is_some())
            .map(|field| field.name)
            .collect();
        reset.sort_unstable();
        assert_eq!(differing, reset, "{case}");
    }
}

/// D16: nobody can update a deleted record, not even with an empty body.
#[apply(each_engine!)]
async fn a_deleted_record_is_not_found(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let mut row = kind.row(1_000, 1);
        row["deleted_at"] = json!("2026-01-03T00:00:00Z");
        app.load(fixture(kind.operation().table, [row])).await;
        let record = kind.record(1_000);
        let field = kind.fields(1_000).remove(1);
        let bodies = [
            json!({}),
            json!({ field.name: field.other }),
            json!({ field.name: null }),
            json!({ "deleted_at": null }),
        ];
        for via in UpdateApi::ALL {
            for body in &bodies {
                if via.api() == Api::Graphql && body.get("deleted_at").is_some() {
                    continue;
                }
                let case = format!("{via:?} {kind:?} {body}");
                let before = record.stored(&app).await;
                let response = record.change(&app, via, Some(&token), body).await;
                let outcome = outcome(via.api(), &response, &case);
                assert_eq!(outcome, Outcome::refused("NOT_FOUND"), "{case}");
                let message = response.error().map_or(response.message(), |(_, message)| message);
                assert_eq!(message, "Not Found", "{case}");
                assert_eq!(record.stored(&app).await, before, "{case}");
            }
        }
    }
}

/// D13, D16: GraphQL's input types have no such fields.
#[apply(each_engine!)]
async fn graphql_refuses_read_only_fields(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        for name in ["id", "uuid", "user_id", "deleted_at", "key", "is_read", "sortorder"] {
            let body = json!({ name: null, "is_active": true });
            let case = format!("{kind:?} {name}");
            let outcome =
                change(&app, &record, UpdateApi::Graphql, Some(&token), &body, &case).await;
            assert_eq!(outcome, Outcome::refused("BAD_REQUEST"), "{case}");
        }
    }
}
