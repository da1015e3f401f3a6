//! Previews of restores and earlier values: what REST shows and does is what GraphQL does.

use reinstate::resources::snake_case;
use serde_json::{Map, Value as Json, json};

use super::{FIRST, OWN, load_records_of_each_kind, trash::delete};
use crate::support::{TestApp, apply, each_engine, fixture, from_now, global_id, uuid};

/// The events of a record, the newest first, by both APIs.
async fn events(app: &TestApp, token: &str, id: &str, as_of: Option<&Json>) -> [Vec<Json>; 2] {
    let shown = |at: &Json| at.as_str().unwrap().to_owned();
    let query = as_of.map(|at| format!("&as_of={}", shown(at))).unwrap_or_default();
    let found = app.get(token, &format!("events?limit=50&record_id={id}{query}")).await.expect(200);
    let argument = as_of.map(|at| format!(", asOf: \"{}\"", shown(at))).unwrap_or_default();
    let query = format!(
        "{{ recordEvents(recordId: {id:?}, first: 50{argument}) {{ nodes {{ databaseId createdAt }} }} }}"
    );
    let nodes = app.data(token, &query).await["recordEvents"]["nodes"].clone();
    let of_rest = found.body["data"].as_array().unwrap().iter();
    let nodes = nodes.as_array().unwrap().iter();
    [
        of_rest.map(|it| json!([it["id"], it["created_at"]])).collect(),
        nodes.map(|it| json!([it["databaseId"], it["createdAt"]])).collect(),
    ]
}

/// A report whose title was A, B and C, and its events, the oldest first.
async fn titled(app: &TestApp, token: &str) -> (String, Vec<Json>) {
    let id = global_id("Report", FIRST);
    let path = format!("/api/v1/reports/{}", uuid(FIRST));
    for title in ["A", "B", "C"] {
        app.patch(token, &path, &json!({ "title": title })).await.expect(200);
    }
    let [mut found, same] = events(app, token, &id, None).await;
    assert_eq!(found, same);
    found.reverse();
    (id, found)
}

/// Account 50 with the reports 501 and 502, and the ids of all.
async fn load_owner_with_reports(app: &TestApp) -> [String; 3] {
    let report = |id: i64| json!({ "id": id, "title": format!("R{id}"), "user_id": 50 });
    app.load(fixture("users", [json!({ "id": 50, "email": "owner@example.com" })])).await;
    app.load(fixture("reports", [report(501), report(502)])).await;
    [global_id("User", 50), global_id("Report", 501), global_id("Report", 502)]
}

#[apply(each_engine!)]
async fn a_preview_is_that_of_graphql(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let ids = load_owner_with_reports(&app).await;
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
        assert_eq!(app.get(caller, &path).await.expect(200).body, json!({ "data": shown }));
    }
    let found = app.get(&token, &format!("restore/preview?ids={}", ids[0])).await.expect(200);
    let preview = &found.body["data"][0];
    assert_eq!(preview["dependents"][0]["deleted_together"], 1);
    assert_eq!(preview["dependents"][0]["records"][0]["label"], "R501");
    for (query, message) in [
        ("", "ids must be given"),
        ("?ids=a&x=1", "x is not a query parameter of this path"),
        (&format!("?ids={}", vec!["a"; 101].join(",")), "ids may name at most 100 records"),
    ] {
        let refused = app.get(&token, &format!("restore/preview{query}")).await.expect(400);
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
    let ids = load_owner_with_reports(&app).await;
    delete(&app, &token, &ids).await;
    for with in [json!("all"), json!(true)] {
        let body = json!({ "ids": [ids[0]], "with": with });
        let refused = app.post(&token, "restore", &body).await.expect(422);
        assert_eq!(refused.body["errors"], json!({ "with": ["must be related"] }));
    }
    let mut body = json!({ "ids": [ids[1]], "with": "related" });
    let restored = app.post(&token, "restore", &body).await.expect(200);
    let changed = |id: &String| json!({ "id": id, "changed": true, "error": null });
    assert_eq!(restored.body["outcomes"], json!([changed(&ids[1])]));
    assert_eq!(restored.body["related"], json!([changed(&ids[0])]));
    let path = format!("operations/{}/undo", restored.body["operation_id"].as_str().unwrap());
    let undone = app.post(&token, &path, &json!({})).await.expect(200);
    assert_eq!(undone.body["outcomes"].as_array().map(Vec::len), Some(2), "{}", undone.text);
    // Without it, nothing else.
    body["with"] = Json::Null;
    assert_eq!(app.post(&token, "restore", &body).await.expect(200).body.get("related"), None);
    assert!(!app.row("users", 50).await.unwrap()["deleted_at"].is_null());
    // A deletion knows nothing of it.
    app.post(&token, "delete", &json!({ "ids": [ids[1]], "with": "x" })).await.expect(200);
}

#[apply(each_engine!)]
async fn a_record_is_shown_as_it_was(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let (id, at) = titled(&app, &token).await;
    let times = at.iter().map(|event| event[1].clone());
    for (at, title) in times.chain([json!(from_now(60))]).zip(["A", "B", "C", "C"]) {
        let path = format!("records/{id}/as-of?at={}", at.as_str().unwrap());
        let shown = app.get(&token, &path).await.expect(200).body;
        let query =
            format!("{{ recordAsOf(id: {id:?}, at: {at}) {{ id at label isDeleted values }} }}");
        let same = app.data(&token, &query).await["recordAsOf"].clone();
        assert_eq!(shown["values"]["title"], title);
        let names = ["global_id", "at", "label", "is_deleted"].map(|name| shown[name].clone());
        assert_eq!(json!(names), json!([same["id"], same["at"], same["label"], same["isDeleted"]]));
        let values = same["values"].as_object().unwrap().iter();
        let values = values.map(|(name, value)| (snake_case(name), value.clone())).collect();
        assert_eq!(shown["values"], Json::Object(values));
    }
    for (path, status) in [
        (format!("records/{id}/as-of?at=2001-01-01T00:00:00Z"), 404),
        ("records/x/as-of?at=2026-01-01T00:00:00Z".to_owned(), 404),
        (format!("records/{id}/as-of"), 400),
        (format!("records/{id}/as-of?at=yesterday"), 400),
    ] {
        app.get(&token, &path).await.expect(status);
    }
}

/// The audit trail and histories as they were: events that came later are not there, on no page.
#[apply(each_engine!)]
async fn events_are_shown_as_they_were(app: TestApp) {
    let token = load_records_of_each_kind(&app).await;
    let (id, at) = titled(&app, &token).await;
    let role = json!({ "name": "readers", "permissions": ["reports.view"] });
    let created = app.post(&token, "roles", &role).await.expect(201).body;
    let (role, first) = (&created["id"], &created["created_at"]);
    let role_id = global_id("Role", role.as_i64().unwrap());
    app.patch(&token, &format!("roles/{role}"), &json!({ "name": "b" })).await.expect(200);
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
        let shown = app.data(&token, &query).await;
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
    let shown = app.data(&token, &query).await;
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
        let path = format!("{}?reason=Mistake", path(&at[0]));
        app.ask("POST", &path, Some(&token), &[("if-match", version)], "").await
    };
    matching("\"1\"").await.expect(412);
    let reverted = matching("\"4\"").await.expect(200);
    assert_eq!(reverted.body["changed_fields"], json!(["title"]));
    assert_eq!(reverted.body["record"]["title"], "A");
    let whole = app.get(&token, &format!("reports/{}", uuid(FIRST))).await.expect(200);
    assert_eq!(reverted.body["record"], whole.body);
    let last = app.get(&token, &format!("events?limit=1&record_id={id}")).await.expect(200);
    assert_eq!(last.body["data"][0]["reason"], "Mistake");
    let count = app.count("record_events").await;
    let same = app.post(&token, &path(&at[0]), &json!({})).await.expect(200);
    assert_eq!(same.body["changed_fields"], json!([]));
    assert_eq!(app.count("record_events").await, count, "nothing was written");

    app.caller(60, &["audit.view", "reports.update"]).await;
    let other = app.token("caller60@example.com", None).await;
    let hidden = app.post(&other, &path(&at[1]), &json!({})).await.expect(200);
    assert_eq!(hidden.body, json!({ "record": null, "changed_fields": ["title"] }));
    for (event, status) in [("99999", 404), ("x", 404)] {
        app.post(&token, &format!("events/{event}/revert"), &json!({})).await.expect(status);
    }
    delete(&app, &token, &[id]).await;
    let refused = app.post(&token, &path(&at[0]), &json!({})).await.expect(409);
    assert_eq!(refused.message(), "Report is deleted; restore it before it is reverted");
    assert_eq!(app.stored("reports", FIRST).await["user_id"], OWN);
}
