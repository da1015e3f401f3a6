//! `operation`: what an operation changed, as far as it concerns the caller.

use serde_json::{Value as Json, json};

use super::{kind, load, many, undo};
use crate::support::{TestApp, apply, each_engine};

const ME: i64 = 1;
const OTHER: i64 = 2;

async fn read(app: &TestApp, token: &str, id: &Json) -> Json {
    let query = "query($id: UUID!) { operation(id: $id) { id actor { databaseId } createdAt \
         counts { kind count } canUndo } }";
    app.graphql(Some(token), query, json!({ "id": id })).await.data()["operation"].clone()
}

/// Deletes a locale and three reports, of which two are another account's, and returns the operation.
async fn delete(app: &TestApp, token: &str) -> Json {
    let (report, locale) = (kind("reports"), kind("locales"));
    for (id, owner) in [(1, ME), (2, OTHER), (3, OTHER)] {
        load(app, &report, id, owner, None).await;
    }
    load(app, &locale, 1, ME, None).await;
    let ids: Vec<String> =
        (1..=3).map(|id| report.global_id(id)).chain([locale.global_id(1)]).collect();
    many(app, token, "deleteMany", &ids, "EACH").await["operationId"].clone()
}

#[apply(each_engine!)]
async fn an_operation_shows_what_concerns_the_caller(app: TestApp, admin: String) {
    app.caller(OTHER, &["*"]).await;
    let operation = delete(&app, &admin).await;
    let all = json!([{ "kind": "LOCALE", "count": 1 }, { "kind": "REPORT", "count": 3 }]);
    let reports = |count: i64| json!([{ "kind": "REPORT", "count": count }]);
    let cases: [(&[&str], Json, bool); 9] = [
        (&["*"], all.clone(), true),
        (&["audit.view"], all, false),
        (&["audit.view.own"], reports(2), false),
        (&["reports.view"], reports(3), false),
        (&["reports.view.own"], reports(2), false),
        (&["reports.restore"], reports(3), true),
        (&["reports.restore.own"], reports(2), true),
        (&["reports.update", "locales.delete"], Json::Null, false),
        (&[], Json::Null, false),
    ];
    for (permissions, counts, can_undo) in cases {
        let token = app.token("caller2@example.com", Some(permissions)).await;
        let shown = read(&app, &token, &operation).await;
        assert_eq!(shown["counts"], counts, "{permissions:?}");
        if !shown.is_null() {
            assert_eq!(shown["canUndo"], json!(can_undo), "{permissions:?}");
            assert_eq!(shown["actor"], json!({ "databaseId": ME }), "{permissions:?}");
            assert_eq!(shown["id"], operation, "{permissions:?}");
        }
    }
    // The actor sees its operation without further permissions.
    let nobody = app.token("caller1@example.com", Some(&[])).await;
    let shown = read(&app, &nobody, &operation).await;
    assert_eq!(shown["counts"].as_array().map(Vec::len), Some(2));
    assert_eq!(shown["canUndo"], json!(false));
    let unknown = json!("00000000-0000-4000-8000-000000000000");
    assert_eq!(read(&app, &admin, &unknown).await, Json::Null);
}

/// An undo ends what can be undone, and can itself be undone.
#[apply(each_engine!)]
async fn an_operation_can_be_undone_while_it_is_the_last(app: TestApp, token: String) {
    app.caller(OTHER, &[]).await;
    let deleted = delete(&app, &token).await;
    assert_eq!(read(&app, &token, &deleted).await["canUndo"], json!(true));
    let (count, _) = app.statements(read(&app, &token, &deleted)).await;
    assert_eq!(count, 2, "one for the operation, and one for the actor");
    let undone = undo(&app, &token, &deleted).await.data()["undo"]["operationId"].clone();
    assert_eq!(read(&app, &token, &deleted).await["canUndo"], json!(false));
    assert_eq!(read(&app, &token, &undone).await["canUndo"], json!(true));
    // A change of fields can be undone while nothing has changed the record since.
    let path = format!("/api/v1/admin/locales/{}", kind("locales").key_of(1));
    app.patch(&token, &path, &json!({ "name": "A" })).await.expect(200);
    let query = "{ recordEvents(first: 1) { nodes { operationId } } }";
    let changed = app.data(&token, query).await["recordEvents"]["nodes"][0]["operationId"].clone();
    assert_eq!(read(&app, &token, &changed).await["canUndo"], json!(true));
    app.patch(&token, &path, &json!({ "name": "B" })).await.expect(200);
    assert_eq!(read(&app, &token, &changed).await["canUndo"], json!(false));
}
