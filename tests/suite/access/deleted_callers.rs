//! D2: what the caller may do whose account is deleted.

use serde_json::{Value as Json, json};

use super::{BEFORE, account, restore_of, uuid};
use crate::{
    call::{APIS, Api, call},
    contract::{Act, restores, updates},
    support::{Response, TestApp, apply, each_engine, fixture},
};

/// A deleted account, and a token for it.
async fn deleted(app: &TestApp, id: i64, held: &[&str], limit: Option<&[&str]>) -> String {
    let row = json!({ "uuid": uuid(id), "deleted_at": BEFORE, "permissions": held });
    let email = account(app, id, row).await;
    app.token(&email, limit).await
}

/// 403; in GraphQL without a list of permissions that would help.
fn assert_forbidden(response: &Response, api: Api, case: &str) {
    match api {
        Api::Rest => {
            assert_eq!(response.status, 403, "{case}: {}", response.text);
            assert_eq!(response.body, json!({ "message": "Forbidden" }), "{case}");
        }
        Api::Graphql => {
            assert_eq!(response.error(), Some(("FORBIDDEN", "Forbidden")), "{case}");
            let extensions = &response.body["errors"][0]["extensions"];
            assert_eq!(extensions["requiredPermissions"], json!([]), "{case}");
        }
    }
}

/// D2, D7: it may restore its own account, with either permission.
#[apply(each_engine!)]
async fn a_deleted_caller_restores_its_own_account(app: TestApp) {
    type Case<'a> = (&'a [&'a str], Option<&'a [&'a str]>, bool);
    let cases: [Case; 9] = [
        (&["users.restore.own"], None, true),
        (&["users.restore"], None, true),
        (&["*"], None, true),
        (&["users.restore"], Some(&["users.restore.own"]), true),
        (&["users.restore.own"], Some(&["*"]), true),
        (&[], None, false),
        (&["users.view", "users.restore.own.own", "user.restore"], None, false),
        (&["users.restore"], Some(&[]), false),
        (&["*"], Some(&["users.view"]), false),
    ];
    let operation = restore_of("users");
    let places = cases.iter().flat_map(|case| APIS.map(|api| (api, case)));
    for ((api, (held, limit, may)), id) in places.zip(1..) {
        let case = format!("{api:?} {held:?} limited to {limit:?}");
        let token = deleted(&app, id, held, *limit).await;
        let before = app.row("users", id).await.unwrap();
        let response = call(&app, api, &operation, &uuid(id), Some(&token)).await;
        let after = app.row("users", id).await.unwrap();
        match (may, api) {
            (true, Api::Rest) => assert_eq!(response.message(), "User restored", "{case}"),
            (true, Api::Graphql) => {
                assert_eq!(response.data()["restoreUser"]["restored"], json!(true), "{case}");
            }
            (false, Api::Rest) => {
                assert_eq!(
                    (response.status.as_u16(), response.message()),
                    (404, "User not found"),
                    "{case}"
                );
            }
            (false, Api::Graphql) => {
                assert_eq!(response.error(), Some(("NOT_FOUND", "User not found")), "{case}");
            }
        }
        if *may {
            assert_eq!(after["deleted_at"], Json::Null, "{case}");
            let seen = app.graphql(Some(&token), "{ viewer { permissions } }", json!({})).await;
            assert!(seen.data()["viewer"].is_object(), "{case}: a live caller from then on");
        } else {
            assert_eq!(before, after, "{case}");
        }
    }
}

/// D2, D7: other accounts are not found, whatever their state.
#[apply(each_engine!)]
async fn a_deleted_caller_restores_no_other_account(app: TestApp) {
    let token = deleted(&app, 1, &["*"], None).await;
    deleted(&app, 2, &[], None).await;
    account(&app, 3, json!({ "uuid": uuid(3) })).await;
    let operation = restore_of("users");
    for (case, number) in [("a deleted one", 2), ("a live one", 3), ("none", 4)] {
        let rest = call(&app, Api::Rest, &operation, &uuid(number), Some(&token)).await;
        assert_eq!((rest.status.as_u16(), rest.message()), (404, "User not found"), "{case}");
        let graphql = call(&app, Api::Graphql, &operation, &uuid(number), Some(&token)).await;
        assert_eq!(graphql.error(), Some(("NOT_FOUND", "User not found")), "{case}");
    }
    let malformed = call(&app, Api::Rest, &operation, "me", Some(&token)).await;
    assert_eq!((malformed.status.as_u16(), malformed.message()), (404, "User not found"));
    assert_ne!(app.row("users", 2).await.unwrap()["deleted_at"], Json::Null);
}

/// D2, D5, D21: every other operation is forbidden, on its own records, on others' and on missing
/// ones.
#[apply(each_engine!)]
async fn a_deleted_caller_changes_nothing_else(app: TestApp) {
    let token = deleted(&app, 1, &["*"], None).await;
    let operations: Vec<_> = restores().into_iter().chain(updates()).collect();
    for (operation, id) in operations.iter().zip(100..) {
        if operation.table == "users" {
            continue;
        }
        let key = operation.key_of(id);
        let row = operation.record(id, Some(1), matches!(operation.act, Act::Restore { .. }));
        app.load(fixture(operation.table, [row])).await;
        let nowhere = key.replace('1', "2");
        let before = app.row(operation.table, id).await;
        for api in APIS {
            for key in [&key, &nowhere] {
                let case = format!("{} {} {api:?} {key}", operation.method(), operation.path);
                let response = call(&app, api, operation, key, Some(&token)).await;
                assert_forbidden(&response, api, &case);
            }
        }
        assert_eq!(app.row(operation.table, id).await, before, "{}", operation.path);
    }
}

/// D2, D5: sending is forbidden, even to itself and even with invalid input.
#[apply(each_engine!)]
async fn a_deleted_caller_sends_nothing(app: TestApp) {
    let token = deleted(&app, 1, &["*"], None).await;
    for body in
        [json!({ "user_id": 1, "type": "info", "title": "Hello", "message": "There" }), json!({})]
    {
        let response = app.rest("POST", "/api/v1/notifications", Some(&token), Some(&body)).await;
        assert_forbidden(&response, Api::Rest, &body.to_string());
    }
    let query = "mutation { sendNotification(input: { userId: 1, type: INFO, title: \"Hello\", \
            message: \"There\" }) { notification { title } } }";
    assert_forbidden(&app.graphql(Some(&token), query, json!({})).await, Api::Graphql, query);
}

/// D2: reading is forbidden too, even fields that need no permission.
#[apply(each_engine!)]
async fn a_deleted_caller_reads_nothing(app: TestApp) {
    let token = deleted(&app, 1, &["*"], None).await;
    let report = json!({ "id": 1, "uuid": uuid(1), "title": "Arrivals", "user_id": 1 });
    app.load(fixture("reports", [report])).await;
    let other = app.caller(2, &["*"]).await;
    let query = format!("{{ report(uuid: \"{}\") {{ id }} }}", uuid(1));
    let response = app.graphql(Some(&other), &query, json!({})).await;
    let id = response.data()["report"]["id"].as_str().unwrap();

    let queries = [
        "{ viewer { permissions } }".to_owned(),
        "{ viewer { user { email } } }".to_owned(),
        query,
        format!("{{ report(uuid: \"{}\") {{ id }} }}", uuid(9)),
        format!("{{ user(uuid: \"{}\") {{ id }} }}", uuid(1)),
        "{ locale(code: \"en\") { id } }".to_owned(),
        format!("{{ node(id: \"{id}\") {{ id }} }}"),
        "{ node(id: \"nonsense\") { id } }".to_owned(),
        "{ translationBundle(locale: \"en\", group: \"buttons\") }".to_owned(),
    ];
    for query in queries {
        let response = app.graphql(Some(&token), &query, json!({})).await;
        assert_forbidden(&response, Api::Graphql, &query);
    }
}
