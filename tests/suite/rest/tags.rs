//! D38: entity tags change with every byte of a body, and conditional headers hold everywhere.

use reinstate::{kinds::registered, operations::purge::erase};
use serde_json::{Value as Json, json};

use super::{FIRST, OWN, load_records_of_each_kind};
use crate::{
    authorisation::key,
    support::{Response, TestApp, apply, each_engine, fixture, uuid},
};

/// The paths of one record of each kind whose records show an account.
fn owned() -> Vec<String> {
    let kinds = registered().iter().filter(|kind| !kind.relations.is_empty());
    kinds.map(|kind| format!("{}/{}", kind.path, key(kind, FIRST))).collect()
}

/// Reads each path.
async fn read_all(app: &TestApp, token: &str, paths: &[String]) -> Vec<Response> {
    let mut shown = Vec::new();
    for path in paths {
        shown.push(app.get(token, path).await.expect(200));
    }
    shown
}

/// Asserts that each tag of before is that of the same body only, and returns how many have changed.
async fn count_changed(app: &TestApp, token: &str, paths: &[String], before: &[Response]) -> usize {
    let mut changed = 0;
    for (path, before) in paths.iter().zip(before) {
        let tag = before.headers["etag"].to_str().unwrap();
        let known = [("if-none-match", tag)];
        let known = app.ask("GET", path, Some(token), &known, "").await;
        let now = app.get(token, path).await.expect(200);
        assert_eq!(known.status == 304, now.body == before.body, "{path}");
        // The old tag serves a change while the version is the same.
        let status = if now.version() == before.version() { 200 } else { 412 };
        app.ask("GET", path, Some(token), &[("if-match", tag)], "").await.expect(status);
        changed += usize::from(now.body != before.body);
    }
    changed
}

/// The owner's address shows in the records of others, whose version stays.
#[apply(each_engine!)]
async fn a_tag_changes_with_the_account_that_a_body_shows(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    // Erasing the owner ends its credentials.
    let reader = app.caller(2, &["*"]).await;
    let paths = owned();
    let before = read_all(&app, &reader, &paths).await;
    let address = "other@example.com";
    let body = json!({ "email": address });
    let found = app.get(&token, &format!("/api/v1/users?id={OWN}&fields=uuid")).await.expect(200);
    let account = format!("/api/v1/users/{}", found.body["data"][0]["uuid"].as_str().unwrap());
    app.patch(&token, &account, &body).await.expect(200);
    let changed = count_changed(&app, &reader, &paths, &before).await;
    assert!(changed > 3, "{changed} of {paths:?}");
    let renamed = read_all(&app, &reader, &paths).await;
    assert!(renamed.iter().all(|it| it.version() == "1"), "the address is that of another row");
    erase(&app.state, address, |_| {}).await.unwrap();
    let changed = count_changed(&app, &reader, &paths, &renamed).await;
    assert!(changed > 3, "{changed} of {paths:?}");
}

/// Each coding has a tag of its own (RFC 9110, 8.8.3.3), and all serve both headers.
#[apply(each_engine!)]
async fn codings_have_tags_of_their_own(app: TestApp, token: String) {
    let sent = json!({ "user_id": 1, "type": "info", "title": "T", "message": "M".repeat(2_000) });
    let sent = app.post(&token, "notifications", &sent).await.expect(201);
    let path = format!("/api/v1/notifications/{}", sent.body["uuid"].as_str().unwrap());
    let mut tags = Vec::new();
    for coding in ["identity", "gzip", "br", "zstd"] {
        let coded = [("accept-encoding", coding)];
        let shown = app.ask("GET", &path, Some(&token), &coded, "").await;
        let tag = shown.headers["etag"].to_str().unwrap().to_owned();
        for (name, status) in [("if-none-match", 304), ("if-match", 200)] {
            let kept = app.ask("GET", &path, Some(&token), &[(name, &tag)], "").await;
            assert_eq!(kept.status, status, "{coding} {tag}");
        }
        let body = json!({ "title": coding });
        app.ask("PATCH", &path, Some(&token), &[("if-match", &tag)], body.to_string())
            .await
            .expect(200);
        tags.push(tag.rsplit('-').next().unwrap().to_owned());
    }
    assert_eq!(&tags[1..], ["gzip\"", "br\"", "zstd\""]);
}

/// RFC 9110, 13.2.2: `If-Match` before `If-None-Match`, after what else may be wrong.
#[apply(each_engine!)]
async fn conditional_headers_hold_on_every_method(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let roles = [
        json!({ "id": 501, "name": "watch" }),
        json!({ "id": 502, "name": "gone", "deleted_at": "2026-01-02T03:04:05Z" }),
    ];
    app.load(fixture("roles", roles)).await;
    let (kept, gone) = ("/api/v1/roles/501".to_owned(), "/api/v1/roles/502".to_owned());
    let translation = format!("/api/v1/admin/translations/{FIRST}");
    // The change holds for a live locale and another version, in one statement.
    let locale = json!({ "locale": format!("x-{FIRST}") });
    let report = |id: i64| format!("/api/v1/reports/{}", uuid(id));
    let (live, deleted, missing) = (report(FIRST), report(FIRST + 4), report(9_999));
    let key = format!("/api/v1/api-keys/{}", uuid(FIRST));
    let restore = |path: &str| format!("{path}/restore");
    let new = json!({ "title": "New" });
    let (star, one, two) = ("*", "\"1\"", "\"2\"");
    let hashed = "\"1-0123456789abcdef\"";
    let none = Json::Null;
    let role = json!({ "name": "desk" });
    let ids = json!({ "ids": [] });
    for (method, path, headers, body, status) in [
        ("GET", &live, vec![("if-match", two)], &none, 412),
        ("GET", &live, vec![("if-match", one), ("if-none-match", star)], &none, 304),
        ("GET", &live, vec![("if-match", two), ("if-none-match", star)], &none, 412),
        ("GET", &"/api/v1/reports".to_owned(), vec![("if-match", one)], &none, 412),
        ("GET", &"/api/v1/reports".to_owned(), vec![("if-match", star)], &none, 200),
        ("GET", &missing, vec![("if-match", one)], &none, 404),
        ("PATCH", &live, vec![("if-none-match", star)], &new, 412),
        ("PATCH", &live, vec![("if-none-match", one)], &new, 412),
        ("PATCH", &live, vec![("if-none-match", "W/\"1\"")], &new, 412),
        ("PATCH", &live, vec![("if-none-match", hashed)], &new, 412),
        ("PATCH", &live, vec![("if-match", one), ("if-none-match", star)], &new, 412),
        ("PATCH", &live, vec![("if-match", "W/\"1-0123456789abcdef\"")], &new, 412),
        ("PATCH", &live, vec![("if-match", "\"1-0123\"")], &new, 412),
        ("PATCH", &missing, vec![("if-none-match", star)], &new, 404),
        ("PUT", &live, vec![("if-none-match", star)], &new, 412),
        ("DELETE", &live, vec![("if-none-match", star)], &none, 412),
        ("DELETE", &live, vec![("if-none-match", one)], &none, 412),
        ("POST", &restore(&deleted), vec![("if-none-match", star)], &none, 412),
        ("POST", &restore(&deleted), vec![("if-none-match", one)], &none, 412),
        ("POST", &format!("{key}/rotate"), vec![("if-none-match", star)], &none, 412),
        ("POST", &format!("{key}/rotate"), vec![("if-match", two)], &none, 412),
        ("PATCH", &kept, vec![("if-none-match", star)], &role, 412),
        ("DELETE", &kept, vec![("if-none-match", star)], &none, 412),
        ("POST", &restore(&gone), vec![("if-none-match", star)], &none, 412),
        ("PATCH", &translation, vec![("if-none-match", one)], &locale, 412),
        // Nothing has the tag of what is to be created, and of many records.
        ("POST", &"/api/v1/roles".to_owned(), vec![("if-match", one)], &role, 412),
        ("POST", &"/api/v1/delete".to_owned(), vec![("if-match", one)], &ids, 412),
        ("POST", &"/api/v1/roles".to_owned(), vec![("if-none-match", star)], &role, 201),
        // What passes comes last, because it writes.
        ("PATCH", &live, vec![("if-none-match", two), ("if-match", hashed)], &new, 200),
        ("PATCH", &live, vec![("if-none-match", one)], &json!({ "title": "Newer" }), 200),
        ("POST", &restore(&deleted), vec![("if-none-match", two)], &none, 200),
        ("PATCH", &translation, vec![("if-none-match", two)], &locale, 200),
        ("PATCH", &kept, vec![("if-none-match", two)], &json!({ "name": "night" }), 200),
        ("POST", &restore(&gone), vec![("if-none-match", two)], &none, 200),
        ("DELETE", &kept, vec![("if-none-match", one)], &none, 200),
        ("POST", &format!("{key}/rotate"), vec![("if-match", one)], &none, 200),
        ("DELETE", &live, vec![("if-none-match", two)], &none, 200),
    ] {
        let response = app.ask(method, path, Some(&token), &headers, body.to_string()).await;
        assert_eq!(response.status, status, "{method} {path} {headers:?}: {}", response.text);
    }
}
