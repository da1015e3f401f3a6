//! D2: what the caller may do whose account is deleted.

use serde_json::{Value as Json, json};

use super::{BEFORE, account, restore_of, uuid};
use crate::{
    call::{APIS, Api, call},
    change::{Outcome, outcome},
    support::{TestApp, apply, each_engine, fixture, global_id},
};

/// A deleted account, and a token for it.
async fn deleted(app: &TestApp, id: i64, held: &[&str], limit: Option<&[&str]>) -> String {
    let row = json!({ "uuid": uuid(id), "deleted_at": BEFORE, "permissions": held });
    let email = account(app, id, row).await;
    app.token(&email, limit).await
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
        let expected = if *may { Outcome::Done } else { Outcome::refused("NOT_FOUND") };
        assert_eq!(outcome(api, &response, &case), expected, "{case}");
        if *may {
            assert_eq!(after["deleted_at"], Json::Null, "{case}");
            let seen = app.query(&token, "{ viewer { permissions } }").await;
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
    for key in [uuid(2), uuid(3), uuid(4), "me".to_owned()] {
        let rest = call(&app, Api::Rest, &operation, &key, Some(&token)).await;
        assert_eq!((rest.status.as_u16(), rest.message()), (404, "User not found"), "{key}");
        let graphql = call(&app, Api::Graphql, &operation, &key, Some(&token)).await;
        let expected = if key == "me" { "BAD_REQUEST" } else { "NOT_FOUND" };
        assert_eq!(graphql.code(), Some(expected), "{key}");
    }
    assert_ne!(app.row("users", 2).await.unwrap()["deleted_at"], Json::Null);
}

/// D2, D21: everything else is forbidden, even what needs no permission and what isn't there, without a
/// list of permissions that would help. The authorisation matrix has every operation.
#[apply(each_engine!)]
async fn a_deleted_caller_does_nothing_else(app: TestApp) {
    let token = deleted(&app, 1, &["*"], None).await;
    let report = json!({ "id": 1, "uuid": uuid(1), "title": "Arrivals", "user_id": 1 });
    app.load(fixture("reports", [report])).await;
    let (own, none) = (uuid(1), uuid(9));
    for query in [
        "{ viewer { permissions } }",
        "{ viewer { user { email } } }",
        &format!("{{ report(uuid: {own:?}) {{ id }} }}"),
        &format!("{{ report(uuid: {none:?}) {{ id }} }}"),
        &format!("{{ user(uuid: {own:?}) {{ id }} }}"),
        "{ locale(code: \"en\") { id } }",
        &format!("{{ node(id: {:?}) {{ id }} }}", global_id("Report", 1)),
        "{ node(id: \"nonsense\") { id } }",
        "{ translationBundle(locale: \"en\", group: \"buttons\") }",
        &format!("mutation {{ restoreReport(uuid: {none:?}) {{ restored }} }}"),
        "mutation { updateLocale(code: \"en\", changes: {}) { locale { code } } }",
        "mutation { markAllNotificationsRead { count } }",
        &format!("mutation {{ markNotificationsRead(uuids: [{none:?}]) {{ unreadCount }} }}"),
        "mutation { sendNotifications(input: { userIds: [1], type: INFO, title: \"t\", message: \"m\" }) { count } }",
    ] {
        let response = app.query(&token, query).await;
        assert_eq!(response.error(), Some(("FORBIDDEN", "Forbidden")), "{query}");
        let extensions = &response.body["errors"][0]["extensions"];
        assert_eq!(extensions["requiredPermissions"], json!([]), "{query}");
    }
    for path in [format!("/api/v1/reports/{none}/restore"), "/api/v1/notifications".to_owned()] {
        let response = app.rest("POST", &path, Some(&token), Some(&json!({}))).await.expect(403);
        assert_eq!(response.body, json!({ "message": "Forbidden" }), "{path}");
    }
}
