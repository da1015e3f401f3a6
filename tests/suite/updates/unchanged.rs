//! D33: an update with the present values writes nothing.

use axum::{body::Body, http::Request};
use serde_json::{Map, Value as Json, json};

use crate::{
    call::Api,
    change::{Kind, Record, UpdateApi},
    people,
    support::{Response, TestApp, apply, described, each_engine, fixture, uuid},
    writing::{act, ask, load_locale, values},
};

async fn send(
    app: &TestApp,
    token: &str,
    (method, media_type): (&str, &str),
    path: &str,
    body: &str,
    tag: Option<&str>,
) -> Response {
    let mut request = Request::builder().method(method).uri(path);
    request = request.header("authorization", format!("Bearer {token}"));
    if let Some(tag) = tag {
        request = request.header("if-match", tag);
    }
    let body = Body::from(body.to_owned());
    app.send(request.header("content-type", media_type).body(body).unwrap()).await
}

/// All kinds and roles, by each method of REST and each mutation: the record and the events stay as they are, and an
/// expected version counts all the same.
#[apply(each_engine!)]
async fn present_values_are_not_written(app: TestApp, token: String) {
    load_locale(&app).await;
    let role = json!({ "name": "desk", "permissions": ["a.b"] });
    let mut cases = vec![("/api/v1/roles", "id", role, vec!["name", "permissions"], None)];
    for kind in described() {
        let (Some(create), Some(update)) = (&kind.create, &kind.update) else { continue };
        let names = update.changes.iter().map(|input| input.name).collect();
        cases.push((kind.path, kind.key_column, values(&create.inputs, 1), names, Some(kind)));
    }
    for (path, key, new, names, kind) in cases {
        let created = app.rest("POST", path, Some(&token), Some(&new)).await.expect(201).body;
        let id = &created[key];
        let key = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
        let path = format!("{path}/{key}");
        let shown = app.rest("GET", &path, Some(&token), None).await.expect(200).body;
        let present = names.into_iter().map(|name| (name.to_owned(), shown[name].clone()));
        let present = Json::from(present.collect::<Map<_, _>>());
        let body = present.to_string();
        let events = app.count("record_events").await;
        let unchanged = async |case: &str| {
            let after = app.rest("GET", &path, Some(&token), None).await;
            assert_eq!(after.body, shown, "{case}");
            assert_eq!(app.count("record_events").await, events, "{case}");
        };
        for way in [
            ("PATCH", "application/json"),
            ("PATCH", "application/merge-patch+json"),
            ("PUT", "application/json"),
        ] {
            if kind.is_none() && way.0 == "PUT" {
                continue;
            }
            let case = format!("{way:?} {path} {body}");
            for (tag, status) in [(None, 200), (Some("\"1\""), 200), (Some("\"2\""), 412)] {
                let done = send(&app, &token, way, &path, &body, tag).await;
                assert_eq!(done.status, status, "{case}: {}", done.text);
            }
            unchanged(&case).await;
        }
        let Some(kind) = kind else {
            let body = present.clone();
            let done =
                people::ask(&app, &token, "updateRole", id.as_i64(), body, "role { version }");
            assert_eq!(done.await.data()["updateRole"]["role"]["version"], 1);
            unchanged("updateRole").await;
            continue;
        };
        for act in ["update", "replace"].map(|verb| act(verb, kind).unwrap()) {
            ask(&app, Api::Graphql, &token, &act, id, &present).await.data();
            unchanged(&act.0).await;
        }
    }
}

/// JSON is the same whatever the order of its keys, and null and times are compared as well; one other
/// value is written with the event of all. Through each API.
#[apply(each_engine!)]
async fn values_are_compared_by_what_they_mean(app: TestApp, token: String) {
    let row = |id: i64| {
        json!({
            "id": id, "uuid": uuid(id), "user_id": 1, "name": "K", "permissions": ["a.b", "c.d"],
            "expires_at": "2030-01-02T03:04:05.5Z", "metadata": { "a": 1, "bb": { "c": [1, null], "d": 1.5 } },
        })
    };
    let same = json!({
        "name": "K", "permissions": ["a.b", "c.d"], "expires_at": "2030-01-02T04:04:05.500+01:00",
        "is_active": true, "metadata": { "bb": { "d": 1.5, "c": [1, null] }, "a": 1 },
    });
    let with = |name: &str, value: Json| {
        let mut body = same.clone();
        body[name] = value;
        body
    };
    let cases = [
        (same.clone(), 1),
        (with("permissions", json!(["c.d", "a.b"])), 2),
        (with("metadata", json!({ "a": 1 })), 2),
        (with("metadata", json!(null)), 2),
        (with("expires_at", json!("2030-01-02T03:04:06Z")), 2),
        (with("is_active", json!(false)), 2),
    ];
    for (place, via) in (1..).zip(UpdateApi::ALL) {
        for (id, (body, version)) in (10 * place..).zip(&cases) {
            let record = Record { kind: Kind::ApiKey, id, key: uuid(id) };
            app.load(fixture("api_keys", [row(id)])).await;
            let events = app.count("record_events").await;
            let response = record.change(&app, via, Some(&token), body).await;
            let case = format!("{via:?} {body}: {}", response.text);
            assert_eq!(response.status, 200, "{case}");
            assert_eq!(record.stored(&app).await["version"], json!(version), "{case}");
            assert_eq!(app.count("record_events").await - events, version - 1, "{case}");
        }
    }
}
