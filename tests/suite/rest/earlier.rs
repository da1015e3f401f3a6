//! Previews of restores and earlier values: what REST shows and does is what GraphQL does.

use axum::{body::Body, http::Request};
use reinstate::resources::snake_case;
use serde_json::{Map, Value as Json, json};

use super::{FIRST, OWN, load_records_of_each_kind, trash::delete};
use crate::support::{Response, TestApp, apply, each_engine, fixture, from_now, global_id, uuid};

async fn get(app: &TestApp, token: &str, path: &str) -> Response {
    app.rest("GET", &format!("/api/v1/{path}"), Some(token), None).await
}

async fn post(app: &TestApp, token: &str, path: &str, body: &Json) -> Response {
    app.rest("POST", &format!("/api/v1/{path}"), Some(token), Some(body)).await
}

async fn graphql(app: &TestApp, token: &str, query: &str) -> Json {
    app.graphql(Some(token), query, json!({})).await.data().clone()
}

/// The events of a record, the newest first, by both APIs.
async fn events(app: &TestApp, token: &str, id: &str, as_of: Option<&Json>) -> [Vec<Json>; 2] {
    let shown = |at: &Json| at.as_str().unwrap().to_owned();
    let query = as_of.map(|at| format!("&as_of={}", shown(at))).unwrap_or_default();
    let found =
        get(app, token, &format!("events?limit=50&record_id={id}{query}")).await.expect(200);
    let argument = as_of.map(|at| format!(", asOf: \"{}\"", shown(at))).unwrap_or_default();
    let query = format!(
        "{{ recordEvents(recordId: {id:?}, first: 50{argument}) {{ nodes {{ databaseId createdAt }} }} }}"
    );
    let nodes = graphql(app, token, &query).await["recordEvents"]["nodes"].clone();
    let of_rest = found.body["data"].as_array().unwrap().iter();
    [
        of_rest.map(|it| json!([it["id"], it["created_at"]])).collect(),
        nodes
            .as_array()
            .unwrap()
            .iter()
            .map(|it| json!([it["databaseId"], it["createdAt"]]))
            .collect(),
    ]
}

/// A report whose title was A, B and C, and its events, the oldest first.
async fn titled(app: &TestApp, token: &str) -> (String, Vec<Json>) {
    let id = global_id("Report", FIRST);
    let path = format!("/api/v1/reports/{}", uuid(FIRST));
    for title in ["A", "B", "C"] {
        let body = json!({ "title": title });
        app.rest("PATCH", &path, Some(token), Some(&body)).await.expect(200);
    }
    let [mut found, same] = events(app, token, &id, None).await;
    assert_eq!(found, same);
    found.reverse();
    (id, found)
}

#[apply(each_engine!)]
async fn a_preview_is_that_of_graphql(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let email = json!({ "id": 50, "email": "owner@example.com" });
    app.load(fixture("users", [email])).await;
    let report = |id: i64| json!({ "id": id, "title": format!("R{id}"), "user_id": 50 });
    app.load(fixture("reports", [report(501), report(502)])).await;
    let ids = [global_id("User", 50), global_id("Report", 501), global_id("Report", 502)];
    delete(&app, &token, &ids[..2]).await;
    delete(&app, &token, &ids[2..]).await;
    // One that is live, one that doesn't exist, one that is no id, and one twice.
    let others = [global_id("Report", FIRST), global_id("Report", 9_999), "x".to_owned()];
    let asked: Vec<String> = ids.iter().chain(&others).chain(&ids[..1]).cloned().collect();
    let name = "{ kind databaseId id label }";
    let query = format!(
        "query($ids: [ID!]!) {{ restorePreview(ids: $ids) {{ record {name} owner {{ databaseId email }} \
         ownerDeleted canRestore obstacles {{ code message }} refersTo {name} dependents \
         {{ kind count deletedTogether records {name} }} relatedCount tooManyRelated }} }}"
    );
    let own = app.token("caller1@example.com", Some(&["reports.view.own"])).await;
    for (caller, expected) in [(&token, 5), (&own, 1)] {
        let shown = app.graphql(Some(caller), &query, json!({ "ids": asked })).await;
        let shown = shown.data()["restorePreview"].as_array().unwrap().clone();
        let shown: Vec<Json> = shown.iter().filter(|it| !it.is_null()).map(of_rest).collect();
        assert_eq!(shown.len(), expected, "{shown:?}");
        let path = format!("restore/preview?ids={}", asked.join(","));
        let found = get(&app, caller, &path).await.expect(200);
        assert_eq!(found.body, json!({ "data": shown }));
    }
    let found = get(&app, &token, &format!("restore/preview?ids={}", ids[0])).await.expect(200);
    let preview = &found.body["data"][0];
    assert_eq!(preview["dependents"][0]["deleted_together"], 1);
    assert_eq!(preview["dependents"][0]["records"][0]["label"], "R501");
    for (query, message) in [
        ("", "ids must be given"),
        ("?ids=a&x=1", "x is not a query parameter of this path"),
        (&format!("?ids={}", vec!["a"; 101].join(",")), "ids may name at most 100 records"),
    ] {
        let refused = get(&app, &token, &format!("restore/preview{query}")).await.expect(400);
        assert_eq!(refused.message(), message);
    }
}

/// An object of GraphQL, by the names and values of REST.
fn of_rest(value: &Json) -> Json {
    match value {
        Json::Array(items) => items.iter().map(of_rest).collect(),
        Json::Object(fields) => {
            let is_record = fields.contains_key("label");
            let renamed = fields.iter().map(|(name, value)| match name.as_str() {
                "id" => ("global_id".to_owned(), value.clone()),
                "databaseId" => ("id".to_owned(), value.clone()),
                "kind" => ("kind".to_owned(), json!(value.as_str().unwrap().to_lowercase())),
                "code" | "message" | "label" => (name.clone(), value.clone()),
                _ if is_record => (name.clone(), value.clone()),
                _ => (snake_case(name), of_rest(value)),
            });
            Json::Object(renamed.collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}

/// What belongs together comes back in one operation, which undo takes.
#[apply(each_engine!)]
async fn related_records_come_back(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let email = json!({ "id": 50, "email": "owner@example.com" });
    app.load(fixture("users", [email])).await;
    let report = |id: i64| json!({ "id": id, "title": "R", "user_id": 50 });
    app.load(fixture("reports", [report(501), report(502)])).await;
    let ids = [global_id("User", 50), global_id("Report", 501), global_id("Report", 502)];
    delete(&app, &token, &ids).await;
    for with in [json!("all"), json!(true)] {
        let body = json!({ "ids": [ids[0]], "with": with });
        let refused = post(&app, &token, "restore", &body).await.expect(422);
        assert_eq!(refused.body["errors"], json!({ "with": ["must be related"] }));
    }
    let mut body = json!({ "ids": [ids[1]], "with": "related" });
    let restored = post(&app, &token, "restore", &body).await.expect(200);
    let changed = |id: &String| json!({ "id": id, "changed": true, "error": null });
    assert_eq!(restored.body["outcomes"], json!([changed(&ids[1])]));
    assert_eq!(restored.body["related"], json!([changed(&ids[0])]));
    let path = format!("operations/{}/undo", restored.body["operation_id"].as_str().unwrap());
    let undone = post(&app, &token, &path, &json!({})).await.expect(200);
    assert_eq!(undone.body["outcomes"].as_array().map(Vec::len), Some(2), "{}", undone.text);
    // Without it, nothing else.
    body["with"] = Json::Null;
    let restored = post(&app, &token, "restore", &body).await.expect(200);
    assert_eq!(restored.body.get("related"), None);
    assert!(!app.row("users", 50).await.unwrap()["deleted_at"].is_null());
    // A deletion knows nothing of it.
    post(&app, &token, "delete", &json!({ "ids": [ids[1]], "with": "x" })).await.expect(200);
}

#[apply(each_engine!)]
async fn a_record_is_shown_as_it_was(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let (id, at) = titled(&app, &token).await;
    let times = at.iter().map(|event| event[1].clone());
    for (at, title) in times.chain([json!(from_now(60))]).zip(["A", "B", "C", "C"]) {
        let path = format!("records/{id}/as-of?at={}", at.as_str().unwrap());
        let shown = get(&app, &token, &path).await.expect(200).body;
        let query =
            format!("{{ recordAsOf(id: {id:?}, at: {at}) {{ id at label isDeleted values }} }}");
        let same = graphql(&app, &token, &query).await["recordAsOf"].clone();
        assert_eq!(shown["values"]["title"], title);
        let names = ["global_id", "at", "label", "is_deleted"].map(|name| shown[name].clone());
        assert_eq!(json!(names), json!([same["id"], same["at"], same["label"], same["isDeleted"]]));
        let values: Map<String, Json> = same["values"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| (snake_case(name), value.clone()))
            .collect();
        assert_eq!(shown["values"], Json::Object(values));
    }
    for (path, status) in [
        (format!("records/{id}/as-of?at=2001-01-01T00:00:00Z"), 404),
        ("records/x/as-of?at=2026-01-01T00:00:00Z".to_owned(), 404),
        (format!("records/{id}/as-of"), 400),
        (format!("records/{id}/as-of?at=yesterday"), 400),
    ] {
        get(&app, &token, &path).await.expect(status);
    }
    app.caller(60, &["audit.view", "reports.view"]).await;
    for permissions in
        [&["audit.view"][..], &["reports.view"], &["audit.view.own", "reports.view.own"]]
    {
        let other = app.token("caller60@example.com", Some(permissions)).await;
        get(&app, &other, &format!("records/{id}/as-of?at=2099-01-01T00:00:00Z")).await.expect(403);
    }
}

/// The audit trail and histories as they were: events that came later are not there, on no page.
#[apply(each_engine!)]
async fn events_are_shown_as_they_were(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let (id, at) = titled(&app, &token).await;
    let role = json!({ "name": "readers", "permissions": ["reports.view"] });
    let created = post(&app, &token, "roles", &role).await.expect(201).body;
    let (role, first) = (&created["id"], &created["created_at"]);
    let role_id = global_id("Role", role.as_i64().unwrap());
    app.rest(
        "PATCH",
        &format!("/api/v1/roles/{role}"),
        Some(&token),
        Some(&json!({ "name": "b" })),
    )
    .await
    .expect(200);
    for (place, event) in at.iter().enumerate() {
        let [found, same] = events(&app, &token, &id, Some(&event[1])).await;
        let expected: Vec<Json> = at[..=place].iter().rev().cloned().collect();
        assert_eq!((&found, &same), (&expected, &expected));
        let query = format!(
            "{{ node(id: {id:?}) {{ ... on Report {{ history(first: 1, asOf: {0}) \
             {{ nodes {{ databaseId }} pageInfo {{ hasNextPage endCursor }} }} \
             all: history(asOf: {0}) {{ nodes {{ databaseId }} }} now: history {{ nodes {{ id }} }} }} }} \
             recordEvents(kinds: [REPORT], asOf: {0}) {{ nodes {{ databaseId }} }} }}",
            event[1]
        );
        let shown = graphql(&app, &token, &query).await;
        let ids: Vec<Json> = expected.iter().map(|it| json!({ "databaseId": it[0] })).collect();
        assert_eq!(shown["node"]["history"]["nodes"], json!(ids[..1]));
        assert_eq!(shown["node"]["history"]["pageInfo"]["hasNextPage"], place > 0);
        assert_eq!(shown["node"]["all"]["nodes"], json!(ids));
        assert_eq!(shown["node"]["now"]["nodes"].as_array().map(Vec::len), Some(3));
        assert_eq!(shown["recordEvents"]["nodes"], json!(ids), "by the index of its kind");
    }
    let before = from_now(-3_600);
    let query = format!(
        "{{ role(id: {role_id:?}) {{ now: history {{ nodes {{ action }} }} \
         then: history(asOf: {first}) {{ nodes {{ action }} }} \
         before: history(asOf: {0}) {{ nodes {{ action }} }} }} \
         recordEvents(asOf: {0}) {{ nodes {{ id }} }} }}",
        json!(before)
    );
    let shown = graphql(&app, &token, &query).await;
    let count = |name: &str| shown["role"][name]["nodes"].as_array().map(Vec::len);
    assert_eq!([count("now"), count("then"), count("before")], [Some(2), Some(1), Some(0)]);
    assert_eq!(shown["recordEvents"]["nodes"], json!([]));
}

/// Reverting is an update with the version, the reason and the refusals of GraphQL.
#[apply(each_engine!)]
async fn a_record_is_reverted(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let (id, at) = titled(&app, &token).await;
    let path = |event: &Json| format!("events/{}/revert", event[0]);
    let matching = async |version: &str| {
        let request = Request::post(format!("/api/v1/{}?reason=Mistake", path(&at[0])))
            .header("authorization", format!("Bearer {token}"))
            .header("if-match", version)
            .body(Body::empty());
        app.send(request.unwrap()).await
    };
    matching("\"1\"").await.expect(412);
    let reverted = matching("\"4\"").await.expect(200);
    assert_eq!(reverted.body["changed_fields"], json!(["title"]));
    assert_eq!(reverted.body["record"]["title"], "A");
    let whole = get(&app, &token, &format!("reports/{}", uuid(FIRST))).await.expect(200);
    assert_eq!(reverted.body["record"], whole.body);
    let last = get(&app, &token, &format!("events?limit=1&record_id={id}")).await.expect(200);
    assert_eq!(last.body["data"][0]["reason"], "Mistake");
    let count = app.count("record_events").await;
    let same = post(&app, &token, &path(&at[0]), &json!({})).await.expect(200);
    assert_eq!(same.body["changed_fields"], json!([]));
    assert_eq!(app.count("record_events").await, count, "nothing was written");

    let cases: [(&[&str], i64); 5] = [
        (&["audit.view"], 403),
        (&["reports.update"], 403),
        (&["audit.view.own", "reports.update"], 404),
        (&["audit.view", "reports.update.own"], 403),
        (&["audit.view", "reports.update"], 200),
    ];
    app.caller(60, &["audit.view", "reports.update"]).await;
    for (permissions, status) in cases {
        let other = app.token("caller60@example.com", Some(permissions)).await;
        let response = post(&app, &other, &path(&at[1]), &json!({})).await.expect(status as u16);
        if status == 200 {
            assert_eq!(response.body, json!({ "record": null, "changed_fields": ["title"] }));
        }
    }
    for (event, status) in [("99999", 404), ("x", 404)] {
        post(&app, &token, &format!("events/{event}/revert"), &json!({})).await.expect(status);
    }
    delete(&app, &token, &[id]).await;
    let refused = post(&app, &token, &path(&at[0]), &json!({})).await.expect(409);
    assert_eq!(refused.message(), "Report is deleted; restore it before it is reverted");
    assert_eq!(app.stored("reports", FIRST).await["user_id"], OWN);
}
