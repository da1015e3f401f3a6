//! Undo: it reverts one operation and nothing else, with the permissions this takes.

use reinstate::data::transfer::Conflict;
use serde_json::{Value as Json, json};

use super::{is_deleted, kind, load, many, outcomes, undo};
use crate::support::{TestApp, apply, each, each_engine};

const ME: i64 = 1;
const OTHER: i64 = 2;
const DELETED: Option<&str> = Some("2026-01-02T03:04:05Z");

async fn change(app: &TestApp, token: &str, mutation: &str, id: i64) -> Json {
    let query = format!("mutation($uuid: UUID!) {{ {mutation}(uuid: $uuid) {{ operationId }} }}");
    let key = kind("reports").key_of(id);
    let response = app.graphql(Some(token), &query, json!({ "uuid": key })).await;
    response.data()[mutation]["operationId"].clone()
}

/// Restores what the operation deleted if it is still deleted, and no more: neither what was
/// deleted before nor what was restored and deleted again by somebody else.
#[apply(each_engine!)]
async fn undo_restores_what_the_operation_deleted(app: TestApp, token: String) {
    let (report, locale) = (kind("reports"), kind("locales"));
    for id in 1..=4 {
        load(&app, &report, id, ME, None).await;
    }
    load(&app, &report, 5, ME, DELETED).await;
    load(&app, &locale, 1, ME, None).await;
    let ids: Vec<String> =
        (1..=5).map(|id| report.global_id(id)).chain([locale.global_id(1)]).collect();
    let deleted = many(&app, &token, "deleteMany", &ids, "EACH").await;
    assert_eq!(outcomes(&deleted)[4], "ALREADY_DELETED");
    // One is restored; another is restored and deleted again.
    change(&app, &token, "restoreReport", 2).await;
    change(&app, &token, "restoreReport", 3).await;
    change(&app, &token, "deleteReport", 3).await;
    let undone = undo(&app, &token, &deleted["operationId"]).await;
    let undone = &undone.data()["undo"];
    let restored = each(&undone["outcomes"], "id");
    let by_id = |id: &str| {
        let place = restored.iter().position(|restored| restored == id).unwrap();
        outcomes(undone)[place].clone()
    };
    assert_eq!(restored.len(), 5, "records deleted before are not restored: {restored:?}");
    for (id, outcome) in [(1, "changed"), (2, "unchanged"), (3, "CONFLICT"), (4, "changed")] {
        assert_eq!(by_id(&report.global_id(id)), outcome, "{id}");
    }
    assert_eq!(by_id(&locale.global_id(1)), "changed");
    let mut states = Vec::new();
    for id in 1..=5 {
        states.push(is_deleted(&app, &report, id).await);
    }
    assert_eq!(states, [false, false, true, false, true]);
    // The second time nothing is left to do; strict kinds answer their own code.
    let again = undo(&app, &token, &deleted["operationId"]).await;
    let again = &again.data()["undo"];
    assert_eq!(again["operationId"], Json::Null);
    let is_left = |it: &String| ["unchanged", "CONFLICT", "NOT_DELETED"].contains(&it.as_str());
    assert!(outcomes(again).iter().all(is_left));
}

/// A single delete, a bulk restore and an undo can be undone.
#[apply(each_engine!)]
async fn undo_can_be_undone(app: TestApp, token: String) {
    let report = kind("reports");
    load(&app, &report, 1, ME, None).await;
    load(&app, &report, 2, ME, DELETED).await;
    let deleted = change(&app, &token, "deleteReport", 1).await;
    let undone = undo(&app, &token, &deleted).await.data()["undo"].clone();
    assert_eq!(outcomes(&undone), ["changed"]);
    assert!(!is_deleted(&app, &report, 1).await);
    let before = app.last_event().await;
    let redone = undo(&app, &token, &undone["operationId"]).await.data()["undo"].clone();
    app.assert_documented_events(before, "Mutation.undo").await;
    assert_eq!(outcomes(&redone), ["changed"]);
    assert!(is_deleted(&app, &report, 1).await);
    let ids = [report.global_id(1), report.global_id(2)];
    let restored = many(&app, &token, "restoreMany", &ids, "EACH").await;
    let undone = undo(&app, &token, &restored["operationId"]).await.data()["undo"].clone();
    assert_eq!(outcomes(&undone), ["changed", "changed"]);
    assert!(is_deleted(&app, &report, 1).await && is_deleted(&app, &report, 2).await);
}

/// D5, D6, D7, D26: undo needs for each record the permission that restoring it needs. Records that
/// the caller may neither restore nor view are left out, so that an operation shows it no ids.
#[apply(each_engine!)]
async fn undo_needs_permission_for_each_record(app: TestApp, admin: String) {
    app.caller(OTHER, &["*"]).await;
    let (report, user) = (kind("reports"), kind("users"));
    load(&app, &report, 11, OTHER, None).await;
    load(&app, &report, 12, ME, None).await;
    load(&app, &user, 13, ME, None).await;
    let ids = [report.global_id(11), report.global_id(12), user.global_id(13)];
    let deleted = many(&app, &admin, "deleteMany", &ids, "EACH").await["operationId"].clone();
    let cases: [(&[&str], &[&str]); 6] = [
        (&[], &[]),
        (&["reports.delete", "users.view.own"], &[]),
        (&["reports.view", "users.view"], &["FORBIDDEN", "FORBIDDEN", "NOT_FOUND"]),
        (&["reports.restore.own", "users.restore.own"], &["changed"]),
        (&["reports.restore.own", "reports.view"], &["unchanged", "FORBIDDEN"]),
        (&["reports.restore", "users.restore"], &["unchanged", "changed", "changed"]),
    ];
    for (permissions, expected) in cases {
        let token = app.token("caller2@example.com", Some(permissions)).await;
        let response = undo(&app, &token, &deleted).await;
        if expected.is_empty() {
            let refused = Some(("NOT_FOUND", "Operation not found"));
            assert_eq!(response.error(), refused, "{permissions:?}");
            continue;
        }
        let undone = response.data()["undo"].clone();
        let found = each(&undone["outcomes"], "id").into_iter().zip(outcomes(&undone));
        let mut restored: Vec<(Json, String)> = found.collect();
        restored.sort_by_key(|(id, _)| ids.iter().position(|known| id == known));
        let restored: Vec<String> = restored.into_iter().map(|(_, outcome)| outcome).collect();
        assert_eq!(restored, expected, "{permissions:?}");
        let views = permissions.contains(&"reports.view");
        let records = each(&undone["outcomes"], "record");
        assert!(records.iter().all(|record| views || record.is_null()), "{undone}");
    }
}

/// An unknown operation can't be undone.
#[apply(each_engine!)]
async fn unknown_operations_can_not_be_undone(app: TestApp, token: String) {
    let operation = json!("00000000-0000-4000-8000-000000000000");
    let response = undo(&app, &token, &operation).await;
    assert_eq!(response.error(), Some(("NOT_FOUND", "Operation not found")));
}

/// Imports one line that updates a record.
async fn import(app: &TestApp, record: Json) {
    let line = json!({ "kind": "reports", "record": record }).to_string();
    app.import(Conflict::Update, line).await.unwrap();
}

/// What an import deletes or restores has events that say so: undo leaves it alone, and nobody of the
/// service has deleted it.
#[apply(each_engine!)]
async fn undo_respects_imports(app: TestApp, token: String) {
    let report = kind("reports");
    load(&app, &report, 1, ME, None).await;
    let deleted = change(&app, &token, "deleteReport", 1).await;
    import(&app, json!({ "id": 1, "deleted_at": null, "title": "Imported" })).await;
    import(&app, json!({ "id": 1, "deleted_at": DELETED, "title": "Imported" })).await;

    let undone = undo(&app, &token, &deleted).await;
    assert_eq!(outcomes(&undone.data()["undo"]), ["CONFLICT"]);
    assert!(is_deleted(&app, &report, 1).await);
    let query = "{ reports(trashed: ONLY, first: 1) { nodes { deletedBy { email } \
         history(first: 9) { nodes { action before after } } } } }";
    let node = &app.data(&token, query).await["reports"]["nodes"][0];
    assert_eq!(node["deletedBy"], json!(null));
    let mut actions = each(&node["history"]["nodes"], "action");
    actions.sort_by_key(Json::to_string);
    assert_eq!(actions, ["DELETED", "DELETED", "RESTORED", "UPDATED"]);
    let query =
        "{ recordEvents(first: 1, actions: [DELETED]) { nodes { operationId before after } } }";
    let last = &app.data(&token, query).await["recordEvents"]["nodes"][0];
    assert_eq!(last["after"], json!({ "deletedAt": "2026-01-02T03:04:05.000000Z" }));
    assert_eq!(last["before"], json!({ "deletedAt": null }));
    // The import itself can be undone.
    let undone = undo(&app, &token, &last["operationId"]).await;
    assert_eq!(outcomes(&undone.data()["undo"]), ["changed"]);
    assert!(!is_deleted(&app, &report, 1).await);
}

/// Who restores by mistake and undoes it leaves the trash as it was: when, by whom and why.
#[apply(each_engine!)]
async fn an_undone_restore_leaves_the_deletion(app: TestApp, token: String) {
    let report = kind("reports");
    load(&app, &report, 1, ME, None).await;
    load(&app, &report, 2, ME, DELETED).await;
    let other = app.caller(OTHER, &["*"]).await;
    let delete = "mutation($id: ID!) { delete(id: $id, reason: \"Fraud\") { operationId } }";
    app.graphql(Some(&other), delete, json!({ "id": report.global_id(1) })).await.data();
    let shown = async || {
        let query =
            "{ trash { nodes { id deletedAt deletionReason purgeAt deletedBy { email } } } }";
        let graphql = app.data(&token, query).await["trash"]["nodes"].clone();
        (graphql, app.get(&token, "trash").await.expect(200).body["data"].clone())
    };
    let (before, columns) = (shown().await, app.stored("reports", 2).await["deleted_at"].clone());
    assert_eq!(before.0[0]["deletionReason"], "Fraud");
    assert_eq!(before.1[0]["deleted_by"]["id"], OTHER);
    let ids = [1, 2].map(|id| report.global_id(id));
    for time in 0..3 {
        let restored = many(&app, &token, "restoreMany", &ids, "EACH").await;
        let undone = undo(&app, &token, &restored["operationId"]).await;
        assert_eq!(outcomes(&undone.data()["undo"]), ["changed", "changed"], "{time}");
        assert_eq!(shown().await, before, "{time}");
    }
    assert_eq!(app.stored("reports", 2).await["deleted_at"], columns);
    // The undo is a deletion of its own, which can be undone.
    let query = "{ recordEvents(first: 1) { nodes { action operationId actor { databaseId } } } }";
    let last = &app.data(&token, query).await["recordEvents"]["nodes"][0];
    assert_eq!((&last["action"], &last["actor"]["databaseId"]), (&json!("DELETED"), &json!(ME)));
    let undone = undo(&app, &token, &last["operationId"]).await;
    assert_eq!(outcomes(&undone.data()["undo"]), ["changed", "changed"]);
}
