//! D14 and D16: what can't be written, and changes that have nothing to write.

use serde_json::json;

use super::{change, differing};
use crate::{
    change::{Kind, Verdict, Way, verdict},
    support::{TestApp, apply, each_engine, fixture},
};

/// What no update writes, each with a value that it could not have had before.
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

/// D14: a PATCH that sends no writable field answers 200 with the record and writes nothing.
#[apply(each_engine!)]
async fn a_patch_of_nothing_writes_nothing(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        let before = record.stored(&app).await;
        let cases = [
            (Way::Patch, json!({})),
            (Way::Patch, json!({ "no_such_field": 5 })),
            (Way::Patch, unwritable()),
            (Way::Graphql, json!({})),
        ];
        for (way, body) in cases {
            let case = format!("{way:?} {kind:?} {body}");
            let reply = record.change(&app, way, Some(&token), &body).await.expect(200);
            assert_eq!(record.stored(&app).await, before, "{case}");
            let answered = record.answered(way, &reply);
            assert_eq!(answered["id"], 1_000, "{case}");
            assert_eq!(answered["updated_at"], before["updated_at"], "{case}");
            assert_eq!(answered["is_active"], false, "{case}");
        }
    }
}

/// D16: ids, owners, the key's value, what the recipient has read and the marks of the server
/// are ignored beside what is written.
#[apply(each_engine!)]
async fn what_no_update_writes_is_ignored(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    app.load(fixture("users", [json!({ "id": 2, "email": "two@example.com" })])).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        let before = record.stored(&app).await;
        let mut body = unwritable();
        body["is_active"] = json!(true);
        let case = format!("{kind:?}");

        let reply = record.change(&app, Way::Patch, Some(&token), &body).await.expect(200);

        let after = record.stored(&app).await;
        assert_eq!(differing(&before, &after, &case), ["is_active"], "{case}");
        assert_eq!(reply.body["updated_at"], after["updated_at"], "{case}");
        if kind != Kind::Locale {
            assert_eq!(reply.body["uuid"], json!(record.key), "{case}");
        }
    }
}

/// D16: PUT resets what is writable and nothing else, whatever is sent beside it.
#[apply(each_engine!)]
async fn put_leaves_alone_what_no_update_writes(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        let before = record.stored(&app).await;
        let case = format!("{kind:?}");
        record.change(&app, Way::Put, Some(&token), &unwritable()).await.expect(200);
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

/// D16: a deleted record can't be changed, by nobody, with nothing.
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
        for way in Way::ALL {
            for body in &bodies {
                if way == Way::Graphql && body.get("deleted_at").is_some() {
                    continue;
                }
                let case = format!("{way:?} {kind:?} {body}");
                let before = record.stored(&app).await;
                let reply = record.change(&app, way, Some(&token), body).await;
                let outcome = verdict(way.face(), &reply, &case);
                assert_eq!(outcome, Verdict::refused("NOT_FOUND"), "{case}");
                let message = reply.refusal().map_or(reply.message(), |(_, message)| message);
                assert_eq!(message, "Not Found", "{case}");
                assert_eq!(record.stored(&app).await, before, "{case}");
            }
        }
    }
}

/// D13, D16: GraphQL's types have no such fields to ignore.
#[apply(each_engine!)]
async fn graphql_knows_no_other_fields(app: TestApp) {
    let token = app.caller(1, &["*"]).await;
    for kind in Kind::ALL {
        let record = kind.load_one(&app, 1_000, 1).await;
        for name in ["id", "uuid", "user_id", "deleted_at", "key", "is_read", "sortorder"] {
            let body = json!({ name: null, "is_active": true });
            let case = format!("{kind:?} {name}");
            let outcome = change(&app, &record, Way::Graphql, Some(&token), &body, &case).await;
            assert_eq!(outcome, Verdict::refused("BAD_REQUEST"), "{case}");
        }
    }
}
