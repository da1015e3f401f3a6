//! `delete` and `restore` of any record by its global id.

use serde_json::{Value as Json, json};

use crate::{
    contract::{Act, Operation, restores, updates},
    support::{Response, TestApp, apply, each_engine, fixture, global_id, uuid},
};

/// The kinds, each with one of its documented operations.
fn kinds() -> Vec<Operation> {
    let keys = updates().into_iter().find(|operation| operation.table == "api_keys");
    restores().into_iter().chain(keys).collect()
}

async fn change(app: &TestApp, token: &str, act: &str, id: &str, version: Json) -> Response {
    let restored = if act == "restore" { "restored" } else { "" };
    let query = format!(
        "mutation($id: ID!, $version: BigInt) {{ {act}(id: $id, expectedVersion: $version) \
         {{ __typename record {{ id deletedAt version }} operationId {restored} }} }}"
    );
    app.graphql(Some(token), &query, json!({ "id": id, "version": version })).await
}

/// As the kind's own mutations, record by record; the operation can be undone.
#[apply(each_engine!)]
async fn each_kind_is_deleted_and_restored(app: TestApp, token: String) {
    for kind in kinds() {
        app.load(fixture(kind.table, [kind.record(50, Some(1), false)])).await;
        let (id, case) = (global_id(&kind.type_name(), 50), kind.table);
        let deleted = change(&app, &token, "delete", &id, Json::Null).await;
        let payload = &deleted.data()["delete"];
        assert_eq!(payload["__typename"], "DeletePayload");
        assert_eq!(payload["record"]["id"], json!(id), "{case}");
        assert!(payload["record"]["deletedAt"].is_string(), "{case}");
        let again = change(&app, &token, "delete", &id, Json::Null).await;
        assert_eq!(again.code(), Some("ALREADY_DELETED"), "{case}");
        if !matches!(kind.act, Act::Restore { .. }) {
            let refused = change(&app, &token, "restore", &id, Json::Null).await;
            assert_eq!(refused.code(), Some("BAD_REQUEST"), "{case}");
            continue;
        }
        let query = "mutation($id: UUID!) { undo(operationId: $id) { outcomes { changed } } }";
        let operation = json!({ "id": payload["operationId"] });
        let undone = app.graphql(Some(&token), query, operation).await;
        assert_eq!(undone.data()["undo"]["outcomes"], json!([{ "changed": true }]), "{case}");
        change(&app, &token, "delete", &id, Json::Null).await.data();

        let restored = change(&app, &token, "restore", &id, Json::Null).await;
        let payload = &restored.data()["restore"];
        let shown = (&payload["__typename"], &payload["restored"], &payload["record"]["deletedAt"]);
        assert_eq!(shown, (&json!("RestorePayload"), &json!(true), &Json::Null), "{case}");
        assert!(payload["operationId"].is_string(), "{case}");
        let live = change(&app, &token, "restore", &id, Json::Null).await;
        match kind.act == (Act::Restore { strict: true }) {
            true => assert_eq!(live.code(), Some("NOT_DELETED"), "{case}"),
            false => {
                let payload = &live.data()["restore"];
                let shown = (&payload["restored"], &payload["operationId"]);
                assert_eq!(shown, (&json!(false), &Json::Null), "{case}");
            }
        }
    }
}

/// The version, as the kind's own mutations take it.
#[apply(each_engine!)]
async fn the_expected_version_is_checked(app: TestApp, token: String) {
    let report = restores().into_iter().find(|kind| kind.table == "reports").unwrap();
    app.load(fixture(report.table, [report.record(50, Some(1), false)])).await;
    let id = global_id("Report", 50);
    for (act, wrong, right) in [("delete", 2, 1), ("restore", 1, 2)] {
        let refused = change(&app, &token, act, &id, json!(wrong)).await;
        assert_eq!(refused.error(), Some(("CONFLICT", "Precondition Failed")), "{act}");
        let done = change(&app, &token, act, &id, json!(right)).await;
        assert_eq!(done.data()[act]["record"]["version"], json!(right + 1), "{act}");
    }
}

/// What is no id of a record, and a record that isn't there.
#[apply(each_engine!)]
async fn unknown_ids_are_not_found(app: TestApp, token: String) {
    let none = app.token("caller1@example.com", Some(&[])).await;
    for act in ["delete", "restore"] {
        for (id, message) in [
            ("".to_owned(), "Record not found"),
            ("7".to_owned(), "Record not found"),
            (global_id("Nothing", 1), "Record not found"),
            (global_id("RecordEvent", 1), "Record not found"),
            (global_id("Report", 99), "Report not found"),
        ] {
            let response = change(&app, &token, act, &id, Json::Null).await;
            assert_eq!(response.error(), Some(("NOT_FOUND", message)), "{act} {id}");
        }
        let response = change(&app, &none, act, &global_id("Report", 99), Json::Null).await;
        assert_eq!(response.code(), Some("FORBIDDEN"), "{act}");
    }
}

/// D2: a deleted caller restores its own account, and nothing else.
#[apply(each_engine!)]
async fn a_deleted_caller_restores_itself(app: TestApp) {
    let token = app.caller(7, &["*"]).await;
    app.load(fixture("reports", [json!({ "id": 1, "uuid": uuid(1), "title": "T", "user_id": 7 })]))
        .await;
    app.execute("UPDATE users SET deleted_at = created_at WHERE id = 7").await;
    app.execute("UPDATE reports SET deleted_at = created_at").await;
    for (id, code) in [
        (global_id("Report", 1), Some("FORBIDDEN")),
        (global_id("User", 1), Some("NOT_FOUND")),
        ("nothing".to_owned(), Some("FORBIDDEN")),
        (global_id("User", 7), None),
    ] {
        let response = change(&app, &token, "restore", &id, Json::Null).await;
        assert_eq!(response.code(), code, "{id} {}", response.text);
    }
}

/// D26: the record is in the payload for those who may view it, and the act is done all the same.
#[apply(each_engine!)]
async fn the_record_takes_the_permission_to_view(app: TestApp, _admin: String) {
    app.caller(2, &[]).await;
    let report = restores().into_iter().find(|kind| kind.table == "reports").unwrap();
    let cases = [
        ("reports.view", 2, true),
        ("reports.view.own", 1, true),
        ("reports.view.own", 2, false),
        ("reports.delete", 1, false),
    ];
    for ((view, owner, is_shown), number) in cases.into_iter().zip(50..) {
        let held = [view, "reports.delete", "reports.restore"];
        let token = app.token("caller1@example.com", Some(&held)).await;
        app.load(fixture(report.table, [report.record(number, Some(owner), false)])).await;
        for act in ["delete", "restore"] {
            let done = change(&app, &token, act, &global_id("Report", number), Json::Null).await;
            let payload = &done.data()[act];
            assert_eq!(payload["record"].is_object(), is_shown, "{act} {view} {owner}");
            assert!(payload["operationId"].is_string(), "{act} {view} {owner}");
        }
    }
}
