//! Reading one record: its fields, its version, and what deleted ones are to whom (D9).

use axum::{body::Body, http::Request};
use reinstate::{kinds::registered, resources::Resource};
use serde_json::json;

use super::{FIRST, load_records_of_each_kind};
use crate::{
    authorisation::key,
    support::{Response, TestApp, apply, each_engine, global_id, names, sorted},
};

fn path(kind: &Resource, id: i64) -> String {
    format!("{}/{}", kind.path, key(kind, id))
}

async fn ask(app: &TestApp, method: &str, path: &str, token: &str, tags: &str) -> Response {
    let request = Request::builder().method(method).uri(path);
    let request = request.header("authorization", format!("Bearer {token}"));
    app.send(request.header("if-none-match", tags).body(Body::empty()).unwrap()).await
}

#[apply(each_engine!)]
async fn a_record_has_all_its_fields_and_a_version(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    for kind in registered() {
        let path = path(kind, FIRST);
        let found = app.rest("GET", &path, Some(&token), None).await.expect(200);
        assert_eq!(found.names(), sorted(kind.whole()), "{path}");
        assert_eq!(found.body["id"], json!(FIRST));
        assert_eq!(found.body["global_id"], json!(global_id(kind.name, FIRST)));
        assert_eq!(found.version(), "1");
        assert_eq!(found.headers["cache-control"], "private, no-cache");
        // What the list shows is the same.
        let list = format!("{}?id={FIRST}", kind.path);
        let list = app.rest("GET", &list, Some(&token), None).await.expect(200);
        assert_eq!(list.body["data"], json!([found.body]), "{path}");
        // Only the fields that are asked for.
        let some = app.rest("GET", &format!("{path}?fields=version,id"), Some(&token), None).await;
        assert_eq!(some.names(), ["id", "version"]);
        let head = app.rest("HEAD", &path, Some(&token), None).await.expect(200);
        assert_eq!((head.text.as_str(), &head.headers["etag"]), ("", &found.headers["etag"]));
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
        let shown = app.rest("GET", &path, Some(&token), None).await;
        let tag = shown.headers.get("etag").map(|tag| tag.to_str().unwrap()).unwrap_or_default();
        let tags = &tags.replace("{tag}", tag);
        for method in ["GET", "HEAD"] {
            let response = ask(&app, method, &path, &token, tags).await.expect(status);
            if status == 304 {
                assert_eq!(response.text, "");
                assert_eq!(response.headers.get("etag"), shown.headers.get("etag"));
            }
        }
    }
    let path = format!("/api/v1/admin/locales/{}", key(&registered()[0], FIRST));
    let body = json!({ "is_active": false });
    app.rest("PATCH", &path, Some(&token), Some(&body)).await.expect(200);
    let changed = ask(&app, "GET", &path, &token, "\"1\"").await.expect(200);
    assert_eq!(changed.version(), "2");
    // Without the permission there is nothing to be current.
    let nobody = app.caller(2, &[]).await;
    ask(&app, "GET", &path, &nobody, "\"2\"").await.expect(403);
}

/// D9: a deleted record is there for those who may restore it.
#[apply(each_engine!)]
async fn deleted_records_take_the_permission_to_restore(app: TestApp) {
    load_records_of_each_kind(&app).await;
    for (place, kind) in registered().iter().enumerate() {
        let Some(restore) = &kind.restore else { continue };
        let id = 1_000 + place as i64;
        let viewer = app.caller(id, &[kind.view.all]).await;
        let restorer = app.caller(100 + id, &[kind.view.all, restore.permission.all]).await;
        let deleted = path(kind, FIRST + 5);
        let refused = app.rest("GET", &deleted, Some(&viewer), None).await.expect(404);
        assert_eq!(refused.body, json!({ "message": format!("{} not found", kind.title) }));
        let shown = app.rest("GET", &deleted, Some(&restorer), None).await.expect(200);
        assert!(shown.body["deleted_at"].is_string());
        let list = format!("{}?trashed=only&fields=id", kind.path);
        let found = async |token: &str| {
            app.rest("GET", &list, Some(token), None).await.expect(200).body["data"].clone()
        };
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
    let bundle = app.rest("GET", path, Some(&token), None).await.expect(200);
    assert_eq!(bundle.body, json!({ "one": "v", "two": "v" }));
    let tag = bundle.headers["etag"].to_str().unwrap().to_owned();
    ask(&app, "GET", path, &token, &tag).await.expect(304);
    let body = json!({ "ids": [global_id("Translation", 2)] });
    app.rest("POST", "/api/v1/delete", Some(&token), Some(&body)).await.expect(200);
    let changed = ask(&app, "GET", path, &token, &tag).await.expect(200);
    assert_eq!(names(&changed.body), ["one"]);
    let empty = app.rest("GET", "/api/v1/admin/translations/bundles/xx/no", Some(&token), None);
    assert_eq!(empty.await.expect(200).body, json!({}));
}

/// RFC 9110, 10.2.1: `OPTIONS` names the methods of each path, before any credential is looked at.
#[apply(each_engine!)]
async fn paths_name_their_methods(app: TestApp) {
    for (path, methods) in [
        ("reports", "GET,HEAD,OPTIONS"),
        ("notifications", "GET,POST,HEAD,OPTIONS"),
        ("admin/locales/en", "GET,PUT,PATCH,HEAD,OPTIONS"),
        ("trash", "GET,HEAD,OPTIONS"),
        ("restore", "POST,OPTIONS"),
    ] {
        let response = app.rest("OPTIONS", &format!("/api/v1/{path}"), None, None).await;
        let allowed = response.headers["allow"].to_str().unwrap();
        for method in methods.split(',') {
            assert!(allowed.split(',').any(|it| it == method), "{path}: {allowed}");
        }
    }
    let refused = app.rest("PUT", "/api/v1/trash", None, None).await.expect(405);
    assert_eq!(refused.headers["allow"], "GET,HEAD,OPTIONS");
}
