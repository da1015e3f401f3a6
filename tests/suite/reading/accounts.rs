//! Accounts as records and events show them: all that is shown with a record, and more of it for
//! those who may view the account (D26).

use serde_json::{Value as Json, json};

use crate::support::{TestApp, apply, each_engine, fixture, global_id, uuid};

const CALLER: i64 = 1;
const OTHER: i64 = 2;
const DELETED: i64 = 3;

async fn load(app: &TestApp) {
    app.load(fixture(
        "users",
        [
            json!({ "id": OTHER, "uuid": uuid(OTHER), "email": "other@example.com" }),
            json!({ "id": DELETED, "uuid": uuid(DELETED), "email": "gone@example.com",
                "deleted_at": "2026-01-02T03:04:05Z" }),
        ],
    ))
    .await;
    let report =
        |(id, owner)| json!({ "id": id, "uuid": uuid(id), "title": "T", "user_id": owner });
    app.load(fixture("reports", [(1, CALLER), (2, OTHER), (3, DELETED)].map(report))).await;
}

/// What everybody who may view a record is shown of its account.
#[apply(each_engine!)]
async fn a_summary_takes_no_further_permission(app: TestApp) {
    let token = app.caller(CALLER, &["reports.view"]).await;
    load(&app).await;
    let query = "{ reports { nodes { user { __typename ...S ... on User { uuid } } } } } \
        fragment S on UserSummary { id databaseId email deletedAt ... on Node { id } }";
    let response = app.query(&token, query).await;
    let users: Vec<&Json> = response.data()["reports"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|report| &report["user"])
        .collect();
    for (user, id) in users.into_iter().zip([CALLER, OTHER, DELETED]) {
        let stored = app.stored("users", id).await;
        let uuid = if id == CALLER { user["uuid"].clone() } else { json!(uuid(id)) };
        let expected = json!({
            "__typename": "User", "id": global_id("User", id), "databaseId": id,
            "email": stored["email"], "deletedAt": stored["deleted_at"], "uuid": uuid,
        });
        assert_eq!(user, &expected);
    }
}

/// Callers, and for each report's account whether more of it is shown; else the permission that is
/// missing.
#[apply(each_engine!)]
async fn more_takes_the_permission_to_view_the_account(app: TestApp) {
    app.caller(CALLER, &["reports.view", "users.view", "users.restore"]).await;
    load(&app).await;
    let names = |names: &[&str]| Err(names.iter().map(|it| json!(it)).collect::<Vec<_>>());
    let (view, restore) = (|| names(&["users.view"]), || names(&["users.restore"]));
    let neither = || names(&["users.view", "users.view.own"]);
    let cases = [
        (vec!["users.view", "users.restore"], [Ok(()), Ok(()), Ok(())]),
        (vec!["users.view"], [Ok(()), Ok(()), restore()]),
        (vec!["users.view.own"], [Ok(()), view(), view()]),
        (vec![], [neither(), neither(), neither()]),
    ];
    // `restKey` and `version` are no part of the summary.
    for selection in ["... on User { version }", "email ... on Record { restKey version }"] {
        let query = format!("{{ reports {{ nodes {{ title user {{ {selection} }} }} }} }}");
        for (permissions, expected) in &cases {
            let held: Vec<&str> = permissions.iter().copied().chain(["reports.view"]).collect();
            let token = app.token("caller1@example.com", Some(&held)).await;
            let response = app.query(&token, &query).await;
            let reports = &response.body["data"]["reports"]["nodes"];
            let mut errors = response.body["errors"].as_array().into_iter().flatten();
            for (place, expected) in expected.iter().enumerate() {
                let user = &reports[place]["user"];
                match expected {
                    Ok(()) => assert_eq!(user["version"], json!(1), "{held:?} {}", response.text),
                    Err(required) => {
                        let error = errors.next().unwrap();
                        let path = json!(["reports", "nodes", place, "user"]);
                        assert_eq!((user, &error["path"]), (&Json::Null, &path), "{held:?}");
                        assert_eq!(error["extensions"]["code"], "FORBIDDEN");
                        let named = &error["extensions"]["requiredPermissions"];
                        assert_eq!(named, &json!(required), "{held:?} {place}");
                    }
                }
            }
            assert!(errors.next().is_none(), "{held:?} {}", response.text);
        }
    }
}

/// Who acted, and what an account's own `user` is.
#[apply(each_engine!)]
async fn actors_and_accounts_themselves_are_accounts(app: TestApp, token: String) {
    load(&app).await;
    let delete =
        format!("mutation {{ deleteReport(uuid: \"{}\") {{ report {{ id }} }} }}", uuid(2));
    app.query(&token, &delete).await.data();
    let query = "{ trash { nodes { deletedBy { id uuid ... on User { isActive user { email } } } } } \
         recordEvents { nodes { actor { id deletedAt ... on Restorable { purgeAt } } } } \
         viewer { user { user { id email deletedAt } } } }";
    let response = app.query(&token, query).await;
    let (data, id) = (response.data(), json!(global_id("User", CALLER)));
    let deleted_by = data["trash"]["nodes"].as_array().unwrap().iter();
    let deleted_by: Vec<&Json> = deleted_by.map(|it| &it["deletedBy"]).collect();
    assert!(deleted_by.iter().any(|it| it["id"] == id && it["isActive"] == json!(true)), "{data}");
    let of_itself = json!({ "email": "caller1@example.com" });
    assert!(deleted_by.iter().any(|it| it["user"] == of_itself), "{data}");
    assert_eq!(data["recordEvents"]["nodes"][0]["actor"]["id"], id);
    assert_eq!(data["viewer"]["user"]["user"]["id"], id);
}
