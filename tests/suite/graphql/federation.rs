//! The schema as a subgraph of Apollo Federation 2.

use std::collections::BTreeSet;

use reinstate::api::graphql::{Settings, sdl, subgraph_sdl};
use serde_json::{Value as Json, json};

use crate::support::{Engine, Response, TestApp, apply, each_engine, global_id, uuid};

const ENTITIES: &str = "query($representations: [_Any!]!) { \
    _entities(representations: $representations) { __typename ... on Locale { code } \
    ...R } } fragment R on Report { title user { email } }";

/// A subgraph with records of three kinds.
async fn start_subgraph(app: &mut TestApp, settings: Settings) {
    app.configure(&Settings { federation: true, ..settings });
    let deleted = "2026-01-02T03:04:05Z";
    let report = |id: i64, owner| json!({ "id": id, "uuid": uuid(id), "title": format!("R{id}"), "user_id": owner });
    app.caller(1, &["locales.view", "reports.view.own"]).await;
    app.caller(2, &[]).await;
    app.load(json!({
        "locales": [
            { "id": 1, "code": "en", "name": "English" },
            { "id": 2, "code": "de", "name": "German", "deleted_at": deleted },
        ],
        "reports": [report(1, 1), report(2, 2), report(3, 1)],
    }))
    .await;
}

async fn ask(app: &TestApp, token: &str, representations: Json) -> Response {
    app.graphql(Some(token), ENTITIES, json!({ "representations": representations })).await
}

/// Each entity is found by any of its keys; one that fails is null in its place, with its error.
#[apply(each_engine!)]
async fn entities_are_found_by_their_keys(app: TestApp) {
    let mut app = app;
    start_subgraph(&mut app, Settings::default()).await;
    let token = app.token("caller1@example.com", None).await;
    let locale = || json!({ "__typename": "Locale", "code": "en" });
    let report = |id: i64| {
        let user = json!({ "email": "caller1@example.com" });
        json!({ "__typename": "Report", "title": format!("R{id}"), "user": user })
    };
    // The representation, and the entity or the code of its error.
    let cases = [
        (json!({ "__typename": "Locale", "id": global_id("Locale", 1) }), Ok(locale())),
        (json!({ "__typename": "Locale", "code": "en" }), Ok(locale())),
        (json!({ "__typename": "Locale", "databaseId": 1 }), Ok(locale())),
        (json!({ "__typename": "Locale", "databaseId": "1", "other": [{}] }), Ok(locale())),
        (json!({ "__typename": "Locale", "databaseId": 2 }), Err("NOT_FOUND")),
        (json!({ "__typename": "Locale", "code": "fr" }), Err("NOT_FOUND")),
        (json!({ "__typename": "Locale", "code": 7 }), Err("NOT_FOUND")),
        (json!({ "__typename": "Locale", "id": global_id("Report", 1) }), Err("NOT_FOUND")),
        (json!({ "__typename": "Locale", "id": "nonsense" }), Err("NOT_FOUND")),
        (json!({ "__typename": "Report", "uuid": uuid(3) }), Ok(report(3))),
        (json!({ "__typename": "Report", "uuid": uuid(3).to_uppercase() }), Ok(report(3))),
        (json!({ "__typename": "Report", "id": global_id("Report", 1) }), Ok(report(1))),
        (json!({ "__typename": "Report", "id": global_id("Report", 2) }), Err("FORBIDDEN")),
        (json!({ "__typename": "Currency", "code": "EUR" }), Err("FORBIDDEN")),
        (json!({ "__typename": "Locale" }), Err("BAD_REQUEST")),
        (json!({ "__typename": "Viewer", "id": "1" }), Err("BAD_REQUEST")),
        (json!({ "id": global_id("Locale", 1) }), Err("BAD_REQUEST")),
        (json!("Locale"), Err("BAD_REQUEST")),
    ];
    let representations: Vec<&Json> =
        cases.iter().map(|(representation, _)| representation).collect();
    let (statements, response) = app.statements(ask(&app, &token, json!(representations))).await;
    let entities = response.body["data"]["_entities"].as_array().unwrap();
    let errors = response.body["errors"].as_array().unwrap();
    for (place, (representation, expected)) in cases.iter().enumerate() {
        let path = json!(["_entities", place]);
        let error = errors.iter().find(|error| error["path"] == path);
        let code = error.map(|error| error["extensions"]["code"].as_str().unwrap());
        let found = (&entities[place], code);
        let expected = match expected {
            Ok(entity) => (entity, None),
            Err(code) => (&Json::Null, Some(*code)),
        };
        assert_eq!(found, expected, "{representation}");
    }
    assert!(statements <= 3, "{statements}: the caller, locales, reports");
    let one = ask(&app, &token, json!({ "__typename": "Locale", "code": "en" })).await;
    assert_eq!(one.data()["_entities"], json!([locale()]), "one value is a list");
    assert_eq!(ask(&app, &token, json!([])).await.data()["_entities"], json!([]));
}

/// Entities count as objects, and there is a limit on their number.
#[tokio::test]
async fn entities_are_limited() {
    let mut app = TestApp::start(Engine::Sqlite).await.unwrap();
    start_subgraph(&mut app, Settings::default()).await;
    let token = app.token("caller1@example.com", None).await;
    let query = "query($r: [_Any!]!) { _entities(representations: $r) { ... on Locale { id } } }";
    let locale = json!({ "__typename": "Locale", "code": "en" });
    for (count, expected) in [(1, None), (1_000, None), (1_001, Some("BAD_REQUEST"))] {
        let body = json!({ "query": query, "variables": { "r": vec![&locale; count] },
            "extensions": { "cost": true } });
        let response = app.rest("POST", "/graphql", Some(&token), Some(&body)).await;
        assert_eq!(response.body["extensions"]["cost"]["records"], json!(count));
        assert_eq!(response.code(), expected, "{count}");
    }
    let history = "query($r: [_Any!]!) { _entities(representations: $r) { \
                   ... on Locale { history(first: 100) { nodes { id } } } } }";
    let response = app.graphql(Some(&token), history, json!({ "r": vec![&locale; 1_000] })).await;
    let (_, message) = response.error().unwrap();
    assert!(message.contains("max-records"), "{message}");
}

/// The subgraph shows its SDL, unless the schema is hidden; without the setting there is neither.
#[tokio::test]
async fn the_subgraph_shows_its_schema() {
    let query = "{ _service { __typename text: sdl } again: _service { sdl } }";
    let mut app = TestApp::start(Engine::Sqlite).await.unwrap();
    let token = app.caller(1, &[]).await;
    let unknown = |response: Response| response.error().map(|(code, _)| code.to_owned());
    let bad_request = Some("BAD_REQUEST".to_owned());
    assert_eq!(unknown(app.query(&token, query).await), bad_request);
    let hidden = Settings { federation: true, hide_schema: true, ..Settings::default() };
    app.configure(&hidden);
    assert_eq!(unknown(app.query(&token, query).await), bad_request);
    app.configure(&Settings { federation: true, ..Settings::default() });
    let response = app.query(&token, query).await;
    let shown = json!({ "__typename": "_Service", "text": subgraph_sdl() });
    assert_eq!(response.data()["_service"], shown);
    assert_eq!(response.data()["again"], json!({ "sdl": subgraph_sdl() }));
    let query = "{ __type(name: \"_Entity\") { possibleTypes { name } } }";
    let types = app.query(&token, query).await;
    let names = types.data()["__type"]["possibleTypes"].as_array().unwrap().len();
    assert_eq!(names, reinstate::kinds::registered().len());
}

/// `GET /schema.graphql` defines what introspection shows, with federation and without.
#[tokio::test]
async fn the_schema_that_is_read_is_the_one_that_is_executed() {
    let query = "{ __schema { types { name } queryType { fields { name } } } }";
    for federation in [false, true] {
        let mut app = TestApp::start(Engine::Sqlite).await.unwrap();
        app.configure(&Settings { federation, ..Settings::default() });
        let token = app.caller(1, &[]).await;
        let read = app.rest("GET", "/schema.graphql", None, None).await.expect(200);
        let schema = apollo_compiler::Schema::parse_and_validate(&read.text, "schema.graphql");
        let schema = schema.unwrap_or_else(|problem| panic!("{problem}"));
        let response = app.query(&token, query).await;
        let shown = &response.data()["__schema"];
        let names = |list: &Json| -> BTreeSet<String> {
            let items = list.as_array().unwrap().iter();
            items.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
        };
        let types = schema.types.keys().map(ToString::to_string).collect();
        assert_eq!(names(&shown["types"]), types, "federation: {federation}");
        let query_type = schema.get_object("Query").unwrap();
        let fields: BTreeSet<String> = query_type.fields.keys().map(ToString::to_string).collect();
        assert_eq!(names(&shown["queryType"]["fields"]), fields, "federation: {federation}");
        assert_eq!(fields.contains("_service"), federation);
    }
}

/// Every kind has a key, only the subgraph has directives of federation.
#[test]
fn kinds_have_keys() {
    let subgraph = subgraph_sdl();
    let keys = "@key(fields: \"id\") @key(fields: \"databaseId\") @key(fields: \"code\") {";
    let definition = subgraph.lines().find(|it| it.starts_with("type Locale ")).unwrap();
    assert!(definition.contains(keys), "{definition}");
    for resource in reinstate::kinds::registered() {
        let start = format!("type {} implements", resource.name);
        let definition = subgraph.lines().find(|it| it.starts_with(&start)).unwrap();
        assert!(definition.contains("@key(fields: \"id\")"), "{definition}");
    }
    assert!(subgraph.contains("type PageInfo @shareable {"), "gateways share it");
    assert!(subgraph.contains("type Subscription {"), "subscriptions are part of it");
    for text in ["@key", "@shareable", "@link", "_entities", "_service"] {
        assert!(!sdl().contains(text), "{text}");
    }
}
