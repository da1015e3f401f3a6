//! Reading one record: its fields, its version, and what deleted ones are to whom (D9).

use reinstate::{kinds::registered, resources::Resource};
use serde_json::json;

use super::{FIRST, load_records_of_each_kind};
use crate::{
    authorisation::key,
    support::{TestApp, apply, described, each_engine, global_id, names, sorted},
};

fn path(kind: &Resource, id: i64) -> String {
    format!("{}/{}", kind.path, key(kind, id))
}

#[apply(each_engine!)]
async fn a_record_has_all_its_fields_and_a_version(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    for kind in described() {
        let path = path(kind, FIRST);
        let found = app.get(&token, &path).await.expect(200);
        assert_eq!(found.names(), sorted(kind.whole()), "{path}");
        assert_eq!(found.body["id"], json!(FIRST));
        assert_eq!(found.body["global_id"], json!(global_id(kind.name, FIRST)));
        assert_eq!(found.version(), "1");
        assert_eq!(found.headers["cache-control"], "private, no-cache");
        // What the list shows is the same.
        let list = app.get(&token, &format!("{}?id={FIRST}", kind.path)).await.expect(200);
        assert_eq!(list.body["data"], json!([found.body]), "{path}");
        // Only the fields that are asked for.
        let some = app.get(&token, &format!("{path}?fields=version,id")).await;
        assert_eq!(some.names(), ["id", "version"]);
        let head = app.rest("HEAD", &path, Some(&token), None).await.expect(200);
        assert_eq!((head.text.as_str(), &head.headers["etag"]), ("", &found.headers["etag"]));
    }
    // A uuid has one form (D13).
    let uuid = crate::support::uuid(FIRST);
    for key in [uuid.replace('-', ""), format!("%7B{uuid}%7D")] {
        app.get(&token, &format!("reports/{key}")).await.expect(404);
    }
}

/// RFC 9110, 13.1.2: the version changes with each write, and what a client has is not sent again.
#[apply(each_engine!)]
async fn what_a_client_has_is_not_sent_again(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    for (path, tags, status) in [
        ("reports/{}", "{tag}", 304),
        ("reports/{}", "W/{tag}", 304),
        ("reports/{}", "\"7\", {tag}", 304),
        ("reports/{}", "*", 304),
        ("reports/{}", "\"1\"", 200),
        ("reports/{}", "\"2\"", 200),
        ("reports/{}", "1", 200),
        ("reports/{}", "", 200),
        ("reports/{}?fields=id", "{tag}", 304),
        ("reports", "*", 304),
        ("reports", "\"1\"", 200),
        ("contents/nowhere", "*", 404),
    ] {
        let path = format!("/api/v1/{}", path.replace("{}", &crate::support::uuid(FIRST)));
        let shown = app.get(&token, &path).await;
        let tag = shown.headers.get("etag").map(|tag| tag.to_str().unwrap()).unwrap_or_default();
        let tags = [("if-none-match", &*tags.replace("{tag}", tag))];
        for method in ["GET", "HEAD"] {
            let response = app.ask(method, &path, Some(&token), &tags, "").await.expect(status);
            if status == 304 {
                assert_eq!(response.text, "");
                assert_eq!(response.headers.get("etag"), shown.headers.get("etag"));
            }
        }
    }
    let path = format!("/api/v1/admin/locales/{}", key(&registered()[0], FIRST));
    app.patch(&token, &path, &json!({ "is_active": false })).await.expect(200);
    let known = [("if-none-match", "\"1\"")];
    assert_eq!(app.ask("GET", &path, Some(&token), &known, "").await.expect(200).version(), "2");
    // Without the permission there is nothing to be current.
    let nobody = app.caller(2, &[]).await;
    app.ask("GET", &path, Some(&nobody), &[("if-none-match", "\"2\"")], "").await.expect(403);
}

/// D9: a deleted record is there for those who may restore it.
#[apply(each_engine!)]
async fn deleted_records_take_the_permission_to_restore(app: TestApp) {
    load_records_of_each_kind(&app).await;
    for (place, kind) in described().enumerate() {
        let Some(restore) = &kind.restore else { continue };
        let id = 1_000 + place as i64;
        let viewer = app.caller(id, &[kind.view.all]).await;
        let restorer = app.caller(100 + id, &[kind.view.all, restore.permission.all]).await;
        let deleted = path(kind, FIRST + 5);
        let refused = app.get(&viewer, &deleted).await.expect(404);
        assert_eq!(refused.body, json!({ "message": format!("{} not found", kind.title) }));
        assert!(app.get(&restorer, &deleted).await.expect(200).body["deleted_at"].is_string());
        let list = format!("{}?trashed=only&fields=id", kind.path);
        let found =
            async |token: &str| app.get(token, &list).await.expect(200).body["data"].clone();
        assert_eq!(found(&viewer).await, json!([]), "{list}");
        assert_eq!(found(&restorer).await, json!([{ "id": FIRST + 4 }, { "id": FIRST + 5 }]));
    }
}

/// The bundle of translations has a version too, which changes with them.
#[apply(each_engine!)]
async fn a_bundle_of_translations_has_a_version(app: TestApp) {
    let row = |id: i64, key: &str| json!({ "id": id, "key": key, "locale": "x-1", "value": "v", "group": "a/b" });
    let fixtures = json!({
        "locales": [{ "id": 1, "code": "x-1", "name": "a" }],
        "translations": [row(1, "one"), row(2, "two")],
    });
    let token = app.setup(fixtures).await;
    let path = "/api/v1/admin/translations/bundles/x-1/a%2Fb";
    let bundle = app.get(&token, path).await.expect(200);
    assert_eq!(bundle.body, json!({ "one": "v", "two": "v" }));
    let tag = bundle.headers["etag"].to_str().unwrap().to_owned();
    let known = [("if-none-match", &*tag)];
    app.ask("GET", path, Some(&token), &known, "").await.expect(304);
    app.post(&token, "delete", &json!({ "ids": [global_id("Translation", 2)] })).await.expect(200);
    let changed = app.ask("GET", path, Some(&token), &known, "").await.expect(200);
    assert_eq!(names(&changed.body), ["one"]);
    let empty = app.get(&token, "admin/translations/bundles/xx/no");
    assert_eq!(empty.await.expect(200).body, json!({}));
}
