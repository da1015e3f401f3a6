//! Deleting records of every kind that can be restored, and what `viewerCan` and `viewer` show.

use futures_util::future::join_all;
use serde_json::{Value as Json, json};

use crate::{
    contract::{Operation, restores},
    support::{Response, TestApp, apply, each_engine, fixture, global_id, names, sorted, with},
};

const OWN: i64 = 1;
const OTHER: i64 = 2;
const DELETED: &str = "2026-01-02T03:04:05Z";

/// A row of the kind, live or deleted, owned by the account.
fn row(kind: &Operation, id: i64, owner: i64, deleted: bool) -> Json {
    let row = kind.record(id, Some(owner), deleted);
    with(row, json!({ "is_active": kind.table == "users" }))
}

/// The argument that identifies a record.
fn argument(kind: &Operation, id: i64) -> String {
    let (name, _) = kind.key.argument();
    format!("{name}: {:?}", kind.key_of(id))
}

async fn delete(app: &TestApp, kind: &Operation, token: &str, id: i64) -> Response {
    let (mutation, field) = (format!("delete{}", kind.type_name()), kind.field_name());
    let query = format!(
        "mutation {{ {mutation}({}) {{ {field} {{ databaseId deletedAt isActive }} }} }}",
        argument(kind, id)
    );
    app.query(token, &query).await
}

/// D5, D6, D8: the permission that deleting takes; nothing else changes.
#[apply(each_engine!)]
async fn deleting_needs_permission_and_a_live_record(app: TestApp) {
    app.load(fixture("users", [json!({ "id": OTHER, "email": "other@example.com" })])).await;
    for (place, kind) in (1..).zip(&restores()) {
        let permission = kind.permission.replace(".restore", ".delete");
        let first = 1_000 * place;
        let near = [format!("{permission}d"), kind.permission.to_owned()];
        let callers = [
            app.caller(first, &[&permission]).await,
            app.caller(first + 1, &[&format!("{permission}.own")]).await,
            app.caller(first + 2, &near.each_ref().map(String::as_str)).await,
        ];
        let own = first + 1;
        let ids = |case: i64| first + 10 + case;
        app.load(fixture(
            kind.table,
            [
                row(kind, ids(0), own, false),
                row(kind, ids(1), own, true),
                row(kind, ids(2), own, false),
                row(kind, ids(3), OTHER, false),
                row(kind, ids(4), OTHER, false),
            ],
        ))
        .await;
        let gone = format!("{} is already deleted", kind.title);
        let missing = format!("{} not found", kind.title);
        // D7: another account looks like a missing one.
        let not_own = match kind.table {
            "users" => Some(("NOT_FOUND", missing.as_str())),
            _ => Some(("FORBIDDEN", "Forbidden")),
        };
        let mut cases = vec![
            (0, ids(0), None),
            (0, ids(0), Some(("ALREADY_DELETED", gone.as_str()))),
            (0, ids(1), Some(("ALREADY_DELETED", gone.as_str()))),
            (0, ids(9), Some(("NOT_FOUND", missing.as_str()))),
            (1, ids(3), not_own),
            (2, ids(4), Some(("FORBIDDEN", "Forbidden"))),
        ];
        if kind.has_own && kind.table != "users" {
            cases.push((1, ids(2), None));
        }
        for (caller, id, refusal) in cases {
            let case = format!("{} by {caller} of {id}", kind.title);
            let before = app.row(kind.table, id).await;
            let response = delete(&app, kind, &callers[caller], id).await;
            let after = app.row(kind.table, id).await;
            assert_eq!(response.error(), refusal, "{case}");
            if refusal.is_some() {
                assert_eq!(before, after, "{case}");
                continue;
            }
            let record = &response.data()[format!("delete{}", kind.type_name())][kind.field_name()];
            assert!(record["deletedAt"].is_string(), "{case}");
            let (before, after) = (before.unwrap(), after.unwrap());
            let mut changed = names(&before);
            changed.retain(|name| before[*name] != after[*name]);
            assert_eq!(sorted(changed), ["deleted_at", "updated_at", "version"], "{case}");
        }
    }
}

/// D12: of several concurrent deletes one deletes the record.
#[apply(each_engine!)]
async fn one_of_several_concurrent_deletes_succeeds(app: TestApp) {
    let token = app.caller(OWN, &["*"]).await;
    for (place, kind) in (1..).zip(&restores()) {
        let id = 1_000 * place;
        app.load(fixture(kind.table, [row(kind, id, OWN, false)])).await;
        let responses = join_all((0..8).map(|_| delete(&app, kind, &token, id))).await;
        let won = responses.iter().filter(|response| response.error().is_none()).count();
        let lost = responses
            .iter()
            .filter_map(|response| response.error())
            .all(|it| it.0 == "ALREADY_DELETED");
        assert!(won == 1 && lost, "{}: {won}", kind.title);
    }
}

/// `viewerCan` agrees with what the operations then do.
#[apply(each_engine!)]
async fn viewer_can_agrees_with_the_operations(app: TestApp) {
    app.load(fixture("users", [json!({ "id": OTHER, "email": "other@example.com" })])).await;
    let sets: [&[&str]; 7] = [
        &["*"],
        &["notifications.view", "notifications.delete.own", "notifications.restore.own"],
        &["notifications.view", "notifications.restore", "notifications.update.own"],
        &["notifications.view.own", "notifications.update"],
        &["notifications.view", "notifications.restore"],
        &["notifications.view", "notifications.purge"],
        &["notifications.view.own", "notifications.hold"],
    ];
    let kind = restores().into_iter().find(|kind| kind.table == "notifications").unwrap();
    for (place, permissions) in (1..).zip(sets) {
        let me = 1_000 * place;
        let token = app.caller(me, permissions).await;
        let records = [
            (me + 1, me, false),
            (me + 2, me, true),
            (me + 3, OTHER, false),
            (me + 4, OTHER, true),
        ];
        app.load(fixture(
            kind.table,
            records.map(|(id, owner, deleted)| row(&kind, id, owner, deleted)),
        ))
        .await;
        for (id, ..) in records {
            let argument = argument(&kind, id);
            let query = format!(
                "{{ notification({argument}) {{ viewerCan {{ restore delete update purge hold }} }} }}"
            );
            let seen = app.query(&token, &query).await;
            let Some(can) = seen.body["data"]["notification"]["viewerCan"].as_object() else {
                continue;
            };
            let case = format!("{permissions:?} {id} {can:?}");
            // Each operation runs on the unchanged record: first an update, which leaves it so.
            let update = format!(
                "mutation {{ updateNotification({argument}, changes: {{title: \"x\"}}) \
                 {{ notification {{ title }} }} }}"
            );
            let updated = app.query(&token, &update).await.error().is_none();
            assert_eq!(can["update"], json!(updated), "{case}");
            let id_of = global_id("Notification", id);
            for act in ["hold", "release"] {
                let done =
                    app.post_empty(&token, &format!("records/{id_of}/{act}?reason=Why")).await;
                assert_eq!(can["hold"], json!(done.status == 200), "{case} {act}");
            }
            let deleted = delete(&app, &kind, &token, id).await.error().is_none();
            assert_eq!(can["delete"], json!(deleted), "{case}");
            if deleted {
                continue;
            }
            let restore = format!("mutation {{ restoreNotification({argument}) {{ restored }} }}");
            let restored = app.query(&token, &restore).await.error().is_none();
            assert_eq!(can["restore"], json!(restored), "{case}");
            if restored {
                let delete = "UPDATE notifications SET deleted_at = created_at WHERE id";
                app.execute(&format!("{delete} = {id}")).await;
            }
            let purged = app.delete(&token, &format!("trash/{id_of}")).await.status == 200;
            assert_eq!(can["purge"], json!(purged), "{case}");
        }
    }
}

/// The caller, its roles and its credential.
#[apply(each_engine!)]
async fn viewer_shows_roles_and_credential(app: TestApp) {
    app.load(json!({
        "roles": [{ "name": "b", "permissions": ["reports.view"] }, { "name": "a" },
            { "name": "gone", "deleted_at": DELETED }],
        "users": [{ "id": OWN, "email": "own@example.com", "roles": ["b", "a", "gone"] }],
        "api_keys": [{ "name": "Feed", "user_id": OWN, "key": "a value",
            "permissions": ["reports.view"],
            "expires_at": "2100-01-01T00:00:00Z" }],
    }))
    .await;
    let query = "{ viewer { roles permissions credential { kind name expiresAt } } }";
    let by_key = app.query("a value", query).await;
    assert_eq!(
        by_key.data()["viewer"],
        json!({
            "roles": ["a", "b"], "permissions": ["reports.view"],
            "credential": { "kind": "API_KEY", "name": "Feed",
                "expiresAt": "2100-01-01T00:00:00.000000Z" },
        })
    );
    let token = app.token("own@example.com", None).await;
    let by_token = app.query(&token, query).await;
    assert_eq!(by_token.data()["viewer"]["credential"]["kind"], json!("ACCESS_TOKEN"));
}
