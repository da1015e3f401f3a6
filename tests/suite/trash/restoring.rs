//! Restoring with eyes open: previews, and records that come back with others.

use serde_json::{Value as Json, json};

use super::{is_deleted, kind, load, many, undo};
use crate::support::{Response, TestApp, apply, each, each_engine, fixture, global_id, uuid};

const ME: i64 = 1;
const OTHER: i64 = 2;
const ANNA: i64 = 10;

/// The deleted account, its reports 11 and 12 that were deleted with it, 13 that was deleted before, 14
/// that is live, and its API key 15.
async fn delete_account_with_records(app: &TestApp) -> String {
    let token = app.caller(ME, &["*"]).await;
    app.caller(OTHER, &["*"]).await;
    load(app, &kind("users"), ANNA, ANNA, None).await;
    for id in 11..=14 {
        load(app, &kind("reports"), id, ANNA, None).await;
    }
    let key = json!({ "id": 15, "uuid": uuid(15), "name": "Feed",
        "user_id": ANNA, "key": "a" });
    app.load(fixture("api_keys", [key])).await;
    let report = |id| global_id("Report", id);
    many(app, &token, "deleteMany", &[report(13)], "EACH").await;
    let ids = [global_id("User", ANNA), report(11), report(12), global_id("ApiKey", 15)];
    many(app, &token, "deleteMany", &ids, "ALL_OR_NOTHING").await;
    token
}

async fn restore(app: &TestApp, token: &str, id: &str, version: Json) -> Response {
    let query = "mutation($id: ID!, $version: BigInt) { restore(id: $id, with: RELATED, \
         expectedVersion: $version) { restored operationId record { id } \
         related { id changed error { code } } } }";
    app.graphql(Some(token), query, json!({ "id": id, "version": version })).await
}

/// What came back with a record: ids, or the code of the error.
fn related(payload: &Json) -> Vec<String> {
    let one = |it: &Json| match it["error"]["code"].as_str() {
        Some(code) => code.to_owned(),
        None => it["id"].as_str().unwrap().to_owned(),
    };
    payload["related"].as_array().unwrap().iter().map(one).collect()
}

async fn come_back(app: &TestApp, token: &str, id: &str) -> Vec<String> {
    related(&restore(app, token, id, Json::Null).await.data()["restore"])
}

async fn deleted(app: &TestApp) -> Vec<i64> {
    let mut found = Vec::new();
    for (table, id) in [("users", ANNA), ("reports", 11), ("reports", 12), ("reports", 13)] {
        if is_deleted(app, &kind(table), id).await {
            found.push(id);
        }
    }
    found
}

/// With a record come back its owner, and what was deleted by the same operation, but not what was
/// deleted on its own; as one operation, which undo takes.
#[apply(each_engine!)]
async fn related_records_come_back_in_one_operation(app: TestApp) {
    let token = delete_account_with_records(&app).await;
    let (user, report) = (global_id("User", ANNA), |id| global_id("Report", id));
    // The default stays: nothing else comes back.
    let query = "mutation($id: ID!) { restore(id: $id) { related { id } operationId } }";
    let alone = app.graphql(Some(&token), query, json!({ "id": user })).await;
    assert_eq!(alone.data()["restore"]["related"], json!([]));
    assert_eq!(deleted(&app).await, [11, 12, 13]);
    undo(&app, &token, &alone.data()["restore"]["operationId"]).await.data();

    // The undo left the deletion as it was, with what was deleted by the same operation.
    let restored = restore(&app, &token, &user, Json::Null).await;
    let mut came = related(&restored.data()["restore"]);
    came.sort();
    assert_eq!(came, [report(11), report(12)]);
    for id in [report(11), report(12)] {
        many(&app, &token, "deleteMany", &[id], "ALL_OR_NOTHING").await;
    }
    let ids = [user.clone(), report(14)];
    many(&app, &token, "deleteMany", &ids, "ALL_OR_NOTHING").await;
    let restored = restore(&app, &token, &user, Json::Null).await;
    let payload = &restored.data()["restore"];
    assert_eq!(related(payload), [report(14)]);
    assert_eq!(payload["restored"], json!(true));
    assert!(!is_deleted(&app, &kind("reports"), 14).await);
    let undone = undo(&app, &token, &payload["operationId"]).await;
    assert_eq!(undone.data()["undo"]["outcomes"].as_array().map(Vec::len), Some(2));
    assert_eq!(deleted(&app).await, [ANNA, 11, 12, 13]);

    // A report brings back its owner, and nothing that belongs to the owner.
    assert_eq!(come_back(&app, &token, &report(11)).await, [user.as_str()]);
    assert_eq!(deleted(&app).await, [12, 13]);
}

/// Many records at once, each with its own; a record that is named twice or related twice comes back
/// once.
#[apply(each_engine!)]
async fn many_records_come_back_with_theirs(app: TestApp) {
    let token = delete_account_with_records(&app).await;
    let (user, report) = (global_id("User", ANNA), |id| global_id("Report", id));
    let query = "mutation($ids: [ID!]!) { restoreMany(ids: $ids, with: RELATED) { operationId \
         outcomes { id changed } related { id changed error { code } } } }";
    let ids = json!({ "ids": [report(13), report(11), user] });
    let restored = app.graphql(Some(&token), query, ids).await;
    let payload = &restored.data()["restoreMany"];
    assert_eq!(payload["outcomes"].as_array().map(Vec::len), Some(3));
    assert_eq!(related(payload), [report(12)]);
    assert_eq!(deleted(&app).await, [0; 0]);
    let undone = undo(&app, &token, &payload["operationId"]).await;
    assert_eq!(undone.data()["undo"]["outcomes"].as_array().map(Vec::len), Some(4));
    assert_eq!(deleted(&app).await, [ANNA, 11, 12, 13]);
}

/// A translation refers to its locale by code; the locale brings back what was deleted with it.
#[apply(each_engine!)]
async fn translations_come_back_with_their_locale(app: TestApp, token: String) {
    let code = kind("locales").key_of(1);
    load(&app, &kind("locales"), 1, ME, None).await;
    for id in [2, 3] {
        let mut row = kind("translations").record(id, None, false);
        row["locale"] = json!(code);
        app.load(fixture("translations", [row])).await;
    }
    let (locale, translation) = (global_id("Locale", 1), |id| global_id("Translation", id));
    let ids = [locale.clone(), translation(2)];
    many(&app, &token, "deleteMany", &ids, "EACH").await;
    many(&app, &token, "deleteMany", &[translation(3)], "EACH").await;
    let restored = restore(&app, &token, &translation(3), Json::Null).await;
    assert_eq!(related(&restored.data()["restore"]), [locale.as_str()]);
    undo(&app, &token, &restored.data()["restore"]["operationId"]).await.data();
    assert_eq!(come_back(&app, &token, &translation(2)).await, [locale.as_str()]);
    many(&app, &token, "deleteMany", &ids, "EACH").await;
    assert_eq!(come_back(&app, &token, &locale).await, [translation(2)]);
}

/// D7, D9, D26: each record takes its own permission. A refused record changes nothing, and a related
/// one is named only to those who may view or restore it.
#[apply(each_engine!)]
async fn each_record_takes_its_own_permission(app: TestApp) {
    let admin = delete_account_with_records(&app).await;
    let (user, report) = (global_id("User", ANNA), |id| global_id("Report", id));
    type Case<'c> = (&'c [&'c str], String, Result<Vec<String>, &'c str>);
    let cases: [Case<'_>; 8] = [
        (&[], report(11), Err("FORBIDDEN")),
        (&["users.restore"], report(11), Err("FORBIDDEN")),
        (&["reports.restore.own"], report(11), Err("FORBIDDEN")),
        (&["reports.restore"], user.clone(), Err("NOT_FOUND")),
        (&["reports.restore"], report(11), Ok(vec![])),
        (&["reports.restore", "reports.view"], report(11), Ok(vec!["NOT_FOUND".into()])),
        (&["reports.restore", "users.restore"], report(11), Ok(vec![user.clone()])),
        (&["users.restore"], user.clone(), Ok(vec![])),
    ];
    for (permissions, id, expected) in cases {
        let token = app.token("caller2@example.com", Some(permissions)).await;
        let response = restore(&app, &token, &id, Json::Null).await;
        let payload = &response.body["data"]["restore"];
        match expected {
            Err(code) => {
                assert_eq!(response.code(), Some(code), "{permissions:?}");
                assert_eq!(deleted(&app).await, [ANNA, 11, 12, 13], "{permissions:?}");
            }
            Ok(expected) => {
                assert!(!payload.is_null(), "{permissions:?}: {}", response.text);
                assert_eq!(related(payload), expected, "{permissions:?}");
                undo(&app, &admin, &payload["operationId"]).await.data();
            }
        }
    }
    // The version is that of the record, not of what comes back with it.
    let version = app.stored("reports", 12).await["version"].clone();
    let wrong = restore(&app, &admin, &report(12), json!(version.as_i64().unwrap() + 1)).await;
    assert_eq!(wrong.error(), Some(("CONFLICT", "Precondition Failed")));
    let restored = restore(&app, &admin, &report(12), version).await;
    assert_eq!(related(&restored.data()["restore"]), [user.as_str()]);
}

/// More than 500 are refused, and nothing is changed.
#[apply(each_engine!)]
async fn related_records_are_limited(app: TestApp, token: String) {
    load(&app, &kind("users"), ANNA, ANNA, None).await;
    let rows = (1..=500).map(|id| kind("reports").record(id, Some(ANNA), false));
    app.load(fixture("reports", rows)).await;
    let delete = async |ids: Vec<String>| many(&app, &token, "deleteMany", &ids, "EACH").await;
    let ids = |last| (1..=last).map(|id| global_id("Report", id));
    let user = global_id("User", ANNA);
    delete(ids(499).chain([user.clone()]).collect()).await;
    let preview = preview(&app, &token, std::slice::from_ref(&user)).await;
    let counts = (&preview[0]["relatedCount"], &preview[0]["tooManyRelated"]);
    assert_eq!(counts, (&json!(499), &json!(false)));
    assert_eq!(come_back(&app, &token, &user).await.len(), 499);
    // 501 in one operation, which no request could delete.
    delete(ids(500).collect()).await;
    delete(vec![user.clone()]).await;
    let same = "UPDATE record_events SET operation_id = (SELECT operation_id FROM record_events \
         WHERE kind = 'Report' ORDER BY id DESC LIMIT 1) WHERE kind = 'User' AND action = 'deleted'";
    app.execute(same).await;
    assert_eq!(restore(&app, &token, &user, Json::Null).await.code(), Some("BAD_REQUEST"));
    assert!(is_deleted(&app, &kind("users"), ANNA).await);
}

async fn preview(app: &TestApp, token: &str, ids: &[String]) -> Json {
    let query = "query($ids: [ID!]!) { restorePreview(ids: $ids) { id record { label } \
         owner { databaseId } ownerDeleted canRestore \
         obstacles { code message requiredPermissions } refersTo { id label } \
         dependents { kind count deletedTogether records { id deletedAt } } \
         relatedCount tooManyRelated } }";
    app.graphql(Some(token), query, json!({ "ids": ids })).await.data()["restorePreview"].clone()
}

/// What comes back, to whom it belongs, and what blocks it.
#[apply(each_engine!)]
async fn a_preview_says_what_comes_back(app: TestApp) {
    let token = delete_account_with_records(&app).await;
    let (user, report) = (global_id("User", ANNA), |id| global_id("Report", id));
    let ids = [user.clone(), report(11), report(14), global_id("Report", 99), "a".to_owned()];
    let shown = preview(&app, &token, &ids).await;
    let of_user = &shown[0];
    assert_eq!(of_user["id"], json!(user));
    assert_eq!((&of_user["canRestore"], &of_user["obstacles"]), (&json!(true), &json!([])));
    assert_eq!((&of_user["refersTo"], &of_user["ownerDeleted"]), (&json!([]), &json!(false)));
    let dependents = &of_user["dependents"][0];
    let counts = (&dependents["kind"], &dependents["count"], &dependents["deletedTogether"]);
    assert_eq!(counts, (&json!("REPORT"), &json!(3), &json!(2)));
    let first = [report(11), report(12), report(13)].map(|id| json!(id));
    assert_eq!(each(&dependents["records"], "id"), first);
    // API keys can't be restored.
    assert_eq!(of_user["dependents"].as_array().map(Vec::len), Some(1));
    assert_eq!(of_user["relatedCount"], json!(2));

    let of_report = &shown[1];
    assert_eq!(of_report["owner"], json!({ "databaseId": ANNA }));
    assert_eq!((&of_report["ownerDeleted"], &of_report["relatedCount"]), (&json!(true), &json!(1)));
    assert_eq!(of_report["refersTo"][0]["id"], json!(user));
    assert_eq!(of_report["dependents"], json!([]));

    let live = &shown[2];
    assert_eq!((&live["canRestore"], &live["relatedCount"]), (&json!(false), &json!(0)));
    assert_eq!(live["obstacles"][0]["code"], json!("NOT_DELETED"));
    assert_eq!((&shown[3], &shown[4]), (&Json::Null, &Json::Null));
    // What it says is what happens.
    assert_eq!(related(&restore(&app, &token, &user, Json::Null).await.data()["restore"]).len(), 2);
}

/// D9, D26: a preview shows what its caller may view.
#[apply(each_engine!)]
async fn a_preview_shows_what_the_caller_may_view(app: TestApp) {
    delete_account_with_records(&app).await;
    let ids = [global_id("User", ANNA), global_id("Report", 11), global_id("Report", 14)];
    let restores = ["reports.view", "reports.restore"];
    let cases: [(&[&str], [bool; 3]); 6] = [
        (&[], [false, false, false]),
        (&["reports.restore"], [false, false, false]),
        (&["reports.view"], [false, false, true]),
        (&["reports.view.own", "reports.restore"], [false, false, false]),
        (&restores, [false, true, true]),
        (&["users.view", "users.restore"], [true, false, false]),
    ];
    for (permissions, expected) in cases {
        let token = app.token("caller1@example.com", Some(permissions)).await;
        let shown = preview(&app, &token, &ids).await;
        let seen: Vec<bool> = shown.as_array().unwrap().iter().map(|it| !it.is_null()).collect();
        assert_eq!(seen, expected, "{permissions:?}");
    }
    let token = app.token("caller1@example.com", Some(&restores)).await;
    let shown = preview(&app, &token, &ids).await;
    // The account itself is not shown, but that it is deleted, as with each record.
    assert_eq!((&shown[1]["ownerDeleted"], &shown[1]["refersTo"]), (&json!(true), &json!([])));
    let token = app.token("caller1@example.com", Some(&["users.view", "users.restore"])).await;
    assert_eq!(preview(&app, &token, &ids).await[0]["dependents"], json!([]));
    let token = app.token("caller1@example.com", Some(&["reports.view"])).await;
    let obstacles = &preview(&app, &token, &ids).await[2]["obstacles"];
    assert_eq!(each(obstacles, "code"), ["FORBIDDEN", "NOT_DELETED"]);
    let required = json!(["reports.restore", "reports.restore.own"]);
    assert_eq!(obstacles[0]["requiredPermissions"], required);
}

/// As many statements for a hundred records as for one.
#[apply(each_engine!)]
async fn a_preview_takes_few_statements(app: TestApp, token: String) {
    load(&app, &kind("users"), ANNA, ANNA, None).await;
    let rows = (1..=100).map(|id| kind("reports").record(id, Some(ANNA), false));
    app.load(fixture("reports", rows)).await;
    let ids: Vec<String> = (1..=100).map(|id| global_id("Report", id)).collect();
    many(&app, &token, "deleteMany", &ids, "EACH").await;
    many(&app, &token, "deleteMany", &[global_id("User", ANNA)], "EACH").await;
    preview(&app, &token, &ids).await;
    for size in [1, 100] {
        let (count, _) = app.statements(preview(&app, &token, &ids[..size])).await;
        assert_eq!(count, 4, "the records, their owners, their deletions, what is shown of owners");
    }
    let more: Vec<String> = (1..=101).map(|id| global_id("Report", id)).collect();
    let query = "query($ids: [ID!]!) { restorePreview(ids: $ids) { id } }";
    let refused = app.graphql(Some(&token), query, json!({ "ids": more })).await;
    assert_eq!(refused.code(), Some("BAD_REQUEST"));
}
