//! D14 and D16: fields that can't be updated, and updates without any field.

use serde_json::json;

use super::differing;
use crate::{
    change::{Kind, UpdateApi},
    support::{TestApp, apply, each_engine, fixture, sorted, with},
};

/// Fields that no update writes, each with another value than the stored one.
fn unwritable() -> serde_json::Value {
    json!({
        "id": 5, "uuid": "00000000-0000-4000-8000-000000000000", "user_id": 2, "sender_id": 2,
        "user": { "id": 2 }, "key": "rsak_other", "key_hash": "other", "is_read": false,
        "read_at": null, "deleted_at": "2026-01-01T00:00:00Z", "created_at": "2020-01-01T00:00:00Z",
        "updated_at": "2020-01-01T00:00:00Z", "version": 77, "no_such_field": [1, { "a": null }],
        "isActive": true, "IS_ACTIVE": true,
    })
}

/// D14: a PATCH without writable fields answers 200 with the record and writes nothing.
#[apply(each_engine!)]
async fn an_empty_patch_writes_nothing(app: TestApp, token: String) {
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
/// ignored next to other fields. PUT resets writable fields only.
#[apply(each_engine!)]
async fn read_only_fields_are_ignored(app: TestApp, token: String) {
    app.load(fixture("users", [json!({ "id": 2, "email": "two@example.com" })])).await;
    for kind in Kind::ALL {
        let reset = kind.fields(0).into_iter().filter(|it| it.default.is_some()).map(|it| it.name);
        let cases = [
            (UpdateApi::Patch, json!({ "is_active": true }), vec!["is_active"]),
            (UpdateApi::Put, json!({}), reset.collect()),
        ];
        for (id, (via, body, changed)) in (1_000..).zip(cases) {
            let record = kind.load_one(&app, id, 1).await;
            let before = record.stored(&app).await;
            let case = format!("{via:?} {kind:?}");
            let body = with(unwritable(), body);
            let response = record.change(&app, via, Some(&token), &body).await.expect(200);
            let after = record.stored(&app).await;
            assert_eq!(sorted(differing(&before, &after, &case)), sorted(changed), "{case}");
            assert_eq!(response.body["updated_at"], after["updated_at"], "{case}");
            if kind != Kind::Locale {
                assert_eq!(response.body["uuid"], json!(record.key), "{case}");
            }
        }
    }
}
