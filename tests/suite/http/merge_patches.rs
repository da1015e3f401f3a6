//! JSON merge patches (RFC 7396): `PATCH` whose objects are merged with those of the record.

use serde_json::{Value as Json, json};

use super::assert_refused;
use crate::support::{Response, TestApp, apply, each_engine, fixture, uuid};

const MERGE: &str = "application/merge-patch+json";

async fn patch(
    app: &TestApp,
    token: &str,
    path: &str,
    content_type: &str,
    body: &Json,
) -> Response {
    let headers = [("content-type", content_type)];
    app.ask("PATCH", path, Some(token), &headers, body.to_string()).await
}

/// `application/json` replaces an object, a merge patch merges it, to any depth.
#[apply(each_engine!)]
async fn objects_are_merged(app: TestApp, token: String) {
    let stored = json!({ "a": 1, "b": { "c": [1, 2], "d": "x" } });
    let cases = [
        (MERGE, json!({ "e": true }), json!({ "a": 1, "b": { "c": [1, 2], "d": "x" }, "e": true })),
        (MERGE, json!({ "a": null, "b": { "c": [3] } }), json!({ "b": { "c": [3], "d": "x" } })),
        (
            "Application/Merge-Patch+JSON; charset=utf-8",
            json!({ "a": null }),
            json!({ "b": stored["b"] }),
        ),
        (
            MERGE,
            json!({ "a": { "x": 2, "y": null }, "b": { "d": null }, "e": { "f": null } }),
            json!({ "a": { "x": 2 }, "b": { "c": [1, 2] }, "e": {} }),
        ),
        (MERGE, json!({}), stored.clone()),
        (MERGE, json!(null), json!(null)),
        ("application/json", json!({ "e": true }), json!({ "e": true })),
        ("application/json", json!({}), json!({})),
    ];
    for (id, (content_type, metadata, expected)) in (1..).zip(cases) {
        let row = json!({
            "id": id, "uuid": uuid(id), "user_id": 1, "type": "info", "title": "T", "message": "M",
            "metadata": stored,
        });
        app.load(fixture("notifications", [row])).await;
        let path = format!("/api/v1/notifications/{}", uuid(id));
        let body = json!({ "metadata": metadata, "title": "Another" });
        let changed = patch(&app, &token, &path, content_type, &body).await.expect(200);
        assert_eq!(changed.body["title"], "Another");
        assert_eq!(changed.version(), "2", "one write: {metadata}");
        let stored = app.stored("notifications", id).await;
        assert_eq!(stored["metadata"], expected, "{content_type} {metadata}");
    }
}

/// The errors are those of other updates.
#[apply(each_engine!)]
async fn refusals_are_the_same(app: TestApp, all: String) {
    let own = app.caller(2, &["notifications.update.own"]).await;
    let row = json!({
        "id": 1, "uuid": uuid(1), "user_id": 1, "type": "info", "title": "T", "message": "M",
        "metadata": { "a": "x".repeat(60_000) },
    });
    app.load(fixture("notifications", [row])).await;
    let (path, missing) = (
        format!("/api/v1/notifications/{}", uuid(1)),
        format!("/api/v1/notifications/{}", uuid(2)),
    );
    let (small, large) = (json!({ "a": 1 }), json!({ "b": "x".repeat(10_000) }));
    for (token, path, metadata, status) in [
        (&own, &path, &small, 403),
        (&own, &path, &large, 403),
        (&all, &missing, &small, 404),
        // Only the merged object is too large.
        (&all, &path, &large, 422),
    ] {
        let body = json!({ "metadata": metadata });
        let response = patch(&app, token, path, MERGE, &body).await;
        assert_eq!(response.status, status, "{}", response.text);
    }
    let headers = [("content-type", MERGE), ("if-match", "\"7\"")];
    let body = json!({ "metadata": small }).to_string();
    let response = app.ask("PATCH", &path, Some(&all), &headers, body).await;
    assert_refused(&response, 412, "another version");
    // Of the other methods the type says nothing.
    for (method, path) in [("PUT", &*path), ("POST", "/api/v1/notifications")] {
        let response = app.ask(method, path, Some(&all), &headers[..1], "{}").await;
        assert_refused(&response, 415, method);
    }
    let response = patch(&app, &all, &path, "text/plain", &json!({})).await;
    assert_refused(&response, 415, "text");
    assert_eq!(response.headers["accept-patch"], "application/json, application/merge-patch+json");
}

/// A role is patched by both media types, and read with its version.
#[apply(each_engine!)]
async fn roles_are_patched_alike(app: TestApp) {
    let token = app.setup(fixture("roles", [json!({ "id": 1, "name": "desk" })])).await;
    let path = "/api/v1/roles/1";
    for (content_type, version) in ["application/json", MERGE].into_iter().zip(1..) {
        let read = app.rest("GET", path, Some(&token), None).await.expect(200);
        assert_eq!(read.version(), version.to_string());
        let tag = read.headers["etag"].to_str().unwrap();
        app.ask("GET", path, Some(&token), &[("if-none-match", tag)], "").await.expect(304);
        let later = format!("\"{}\"", version + 1);
        for (tag, status) in [(later.as_str(), 412), (tag, 200)] {
            let headers = [("content-type", content_type), ("if-match", tag)];
            let body = json!({ "name": format!("desk {version}") }).to_string();
            let patched = app.ask("PATCH", path, Some(&token), &headers, body).await.expect(status);
            assert!(status == 412 || patched.version() == (version + 1).to_string());
        }
    }
    let response = patch(&app, &token, path, "text/plain", &json!({})).await;
    assert_refused(&response, 415, "text");
    assert_eq!(response.headers["accept-patch"], "application/json, application/merge-patch+json");
    let body = json!({ "name": "a" });
    let created = app.rest("POST", "/api/v1/roles", Some(&token), Some(&body)).await;
    assert_eq!(created.expect(201).version(), "1");
}

/// Patches of different members at once are all kept.
#[apply(each_engine!)]
async fn concurrent_patches_are_all_kept(app: TestApp, token: String) {
    let row = json!({
        "id": 1, "uuid": uuid(1), "user_id": 1, "type": "info", "title": "T", "message": "M",
    });
    app.load(fixture("notifications", [row])).await;
    let path = format!("/api/v1/notifications/{}", uuid(1));
    let patches = ["a", "b", "c"].map(|name| {
        let body = json!({ "metadata": { name: 1 } });
        let (app, token, path) = (&app, &token, &path);
        async move { patch(app, token, path, MERGE, &body).await.expect(200) }
    });
    futures_util::future::join_all(patches).await;
    let stored = app.stored("notifications", 1).await;
    assert_eq!(stored["metadata"], json!({ "a": 1, "b": 1, "c": 1 }));
}
