//! The service answers every input: no panic, no 5xx, no INTERNAL, and JSON that says what is
//! wrong. `FUZZ=N` runs N times as many cases for each target.

mod depth;
mod values;

use std::env;

use axum::http::HeaderValue;
use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
};
use reinstate::resources::{Input, KeyKind, Resource, camel_case};
use serde_json::{Value as Json, json};

use self::values::{object_of, shuffled, text};
use crate::support::{Engine, Response, TestApp, described, escaped, request, uuid};

/// Cases for each target by default.
const CASES: u32 = 100;

fn cases() -> u32 {
    let times: u32 = env::var("FUZZ").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    CASES * times
}

/// A service with a record of each kind, and a token with all permissions.
fn start_with_records() -> (tokio::runtime::Runtime, TestApp, String) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (app, token) = runtime.block_on(async {
        let app = TestApp::start(Engine::Sqlite).await.unwrap();
        let fixtures = json!({
            "reports": [{ "id": 1, "uuid": uuid(1), "title": "a", "user_id": 1 }],
            "locales": [{ "id": 1, "code": "en", "name": "English" }],
            "api_keys": [{ "id": 1, "uuid": uuid(1), "name": "a", "user_id": 1 }],
            "notifications": [{
                "id": 1, "uuid": uuid(1), "type": "info", "title": "a", "message": "a",
                "user_id": 1,
            }],
        });
        let token = app.setup(fixtures).await;
        (app, token)
    });
    (runtime, app, token)
}

/// Sends generated requests to the service.
fn run<S: Strategy>(strategy: &S, ask: impl AsyncFn(&TestApp, &str, S::Value) -> Response) {
    let (runtime, app, token) = start_with_records();
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(strategy, |thrown| {
            let shown = format!("{thrown:?}");
            check(&runtime.block_on(ask(&app, &token, thrown)), &shown)
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    runtime.block_on(async move { drop(app) });
}

/// Asserts a success, or a refusal that says why.
fn check(response: &Response, thrown: &str) -> Result<(), TestCaseError> {
    let status = response.status.as_u16();
    prop_assert!(status < 500, "{status}: {} for {thrown}", response.text);
    let codes = response.body["errors"].as_array().into_iter().flatten();
    for error in codes {
        let code = &error["extensions"]["code"];
        prop_assert!(code != "INTERNAL" && code != "UNAVAILABLE", "{} for {thrown}", response.text);
    }
    if status >= 400 {
        let says = response.body.get("message").is_some() || response.body.get("errors").is_some();
        prop_assert!(says, "{status}: {:?} for {thrown}", response.text);
    }
    Ok(())
}

/// REST's writing operations: method, path, and the names of the fields.
fn writes() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let mut found = Vec::new();
    for kind in described() {
        let key = if kind.key == KeyKind::Code { "en".to_owned() } else { uuid(1) };
        let named = |inputs: &[Input]| inputs.iter().map(|input| input.name).collect::<Vec<_>>();
        if let Some(update) = &kind.update {
            let path = kind.record_path().replace(&format!("{{{}}}", kind.key_column), &key);
            for method in ["PUT", "PATCH"] {
                found.push((method, path.clone(), named(&update.changes)));
            }
        }
        if let Some(create) = &kind.create {
            found.push(("POST", kind.path.to_owned(), named(&create.inputs)));
        }
    }
    found
}

#[test]
fn every_json_body_is_answered() {
    let write = prop::sample::select(writes()).prop_flat_map(|(method, path, names)| {
        (Just(method), Just(path), object_of(names.into_iter().map(str::to_owned).collect()))
    });
    run(&write, async |app, token, (method, path, body)| {
        app.rest(method, &path, Some(token), Some(&body)).await
    });
}

#[test]
fn every_binary_body_is_answered() {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        text().prop_map(String::into_bytes),
        values::value().prop_map(|value| value.to_string().into_bytes()),
    ];
    let write = (prop::sample::select(writes()), bytes, any::<prop::sample::Index>());
    run(&write, async |app, token, ((method, path, _), mut bytes, cut)| {
        if !bytes.is_empty() {
            bytes.truncate(cut.index(bytes.len()) + 1);
        }
        app.ask(method, &path, Some(token), &[], bytes).await
    });
}

#[test]
fn every_key_in_a_path_is_answered() {
    let paths: Vec<(&str, String)> = described()
        .flat_map(|kind| {
            let restore = kind.restore.as_ref().map(|_| ("POST", kind.restore_path()));
            let record = ["PATCH", "DELETE"].map(|method| (method, kind.record_path()));
            restore.into_iter().chain(record)
        })
        .collect();
    let asked = (prop::sample::select(paths), text(), text());
    run(&asked, async |app, token, ((method, path), key, query)| {
        let (before, after) = path.split_once('{').unwrap();
        let (_, after) = after.split_once('}').unwrap();
        let path = format!("{before}{}{after}?{}", escaped(&key), escaped(&query));
        let body = (method == "PATCH").then(|| json!({}));
        app.rest(method, &path, Some(token), body.as_ref()).await
    });
}

#[test]
fn every_header_is_answered() {
    let names = "if-match accept content-type authorization idempotency-key x-request-id \
                 content-encoding content-length range expect origin traceparent cookie";
    let names = prop::sample::select(names.split(' ').collect::<Vec<_>>());
    let values = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..60),
        text().prop_map(String::into_bytes),
        shuffled(
            "*¦\"¦1¦,¦ ¦;¦q=¦/¦application/json¦text/event-stream¦W/¦-¦\
            99999999999999999999¦charset=¦utf-8¦Bearer ¦=¦text/html¦\
            application/graphql-response+json¦0.5¦1e9"
        )
        .prop_map(String::into_bytes),
    ];
    let asked = (any::<bool>(), prop::collection::vec((names, values), 0..4));
    run(&asked, async |app, token, (graphql, headers)| {
        let (path, body) = match graphql {
            true => ("/graphql".to_owned(), json!({ "query": "{ viewer { permissions } }" })),
            false => (format!("/api/v1/notifications/{}", uuid(1)), json!({ "title": "b" })),
        };
        let method = if graphql { "POST" } else { "PATCH" };
        let mut request = request(method, &path, Some(token), &[], body.to_string());
        for (name, value) in headers {
            if let Ok(value) = HeaderValue::from_bytes(&value) {
                request.headers_mut().insert(name, value);
            }
        }
        app.send(request).await
    });
}

/// Filters, orders, cursors and page sizes.
#[test]
fn all_arguments_of_a_list_are_answered() {
    let kinds: Vec<&'static Resource> = described().collect();
    let asked = prop::sample::select(kinds).prop_flat_map(|kind| {
        let mut names: Vec<String> = kind.fields.iter().map(|it| it.camel_name.clone()).collect();
        names.extend(["and", "or", "not", "databaseId", "userId"].map(str::to_owned));
        let cursor = shuffled("W¦10¦[\"¦+id¦-id¦\",[¦1¦null¦]]¦a");
        let cursor = cursor.prop_map(|text| data_encoding::BASE64URL_NOPAD.encode(text.as_bytes()));
        let after = prop_oneof![cursor, text()];
        (
            Just(kind),
            values::filter(names),
            prop::option::of(after),
            values::value(),
            values::value(),
        )
    });
    run(&asked, async |app, token, (kind, filter, after, first, order)| {
        let (field, name) = (camel_case(kind.table.name), kind.name);
        let query = format!(
            "query($where: {name}Filter, $after: String, $first: Int, $order: [{name}Order!]) {{ \
             {field}(where: $where, after: $after, first: $first, orderBy: $order) \
             {{ totalCount }} }}"
        );
        let whole = json!({ "where": filter, "after": after });
        let mut variables = whole.clone();
        // Not always, since a value of the wrong type makes the whole document invalid.
        if order.is_object() {
            variables["order"] = json!([{ "field": "ID", "direction": order["id"] }]);
        }
        if first.is_number() {
            variables["first"] = first;
        }
        let response = app.graphql(Some(token), &query, variables).await;
        match response.error() {
            Some(_) => app.graphql(Some(token), &query, whole).await,
            None => response,
        }
    });
}

/// Variables of our own scalars: uuids, BigInts, timestamps, ids, positions, durations.
#[test]
fn every_value_of_a_scalar_is_answered() {
    let digits = shuffled("0¦1¦9¦-¦+¦:¦.¦T¦Z¦P¦H¦D¦W¦S¦e¦20¦2026-01-01");
    let ids = shuffled("Report¦Locale¦Event¦:¦1¦+¦0¦-¦9223372036854775808¦.");
    let ids = ids.prop_map(|text| data_encoding::BASE64URL_NOPAD.encode(text.as_bytes()));
    let value = prop_oneof![
        digits.prop_map(Json::from),
        ids.prop_map(Json::from),
        text().prop_map(Json::from),
        values::value()
    ];
    let queries = prop::sample::select(vec![
        "query($v: UUID!) { report(uuid: $v) { id } }",
        "query($v: BigInt!) { translation(databaseId: $v) { id } }",
        "query($v: String!) { locale(code: $v) { id } }",
        "query($v: ID!) { node(id: $v) { id } }",
        "query($v: [ID!]!) { nodes(ids: $v) { id } }",
        "query($v: String!) { translationBundle(locale: $v) }",
        "query($v: String) { trash(search: $v) { totalCount } }",
        "query($v: String) { recordEvents(after: $v) { pageInfo { hasNextPage } } }",
        "mutation($v: UUID!) { undo(operationId: $v) { operationId } }",
        "mutation($v: Duration) { rotateApiKey(uuid: \"00000000-0000-4000-8000-000000000001\", \
         overlap: $v) { apiKey { id } } }",
        "mutation($v: DateTime) { updateApiKey(uuid: \"00000000-0000-4000-8000-000000000001\", \
         changes: { expiresAt: $v }) { apiKey { expiresAt } } }",
        "mutation($v: JSONObject) { updateApiKey(uuid: \"00000000-0000-4000-8000-000000000001\", \
         changes: { metadata: $v }) { apiKey { metadata } } }",
        "mutation($v: Int) { deleteReport(uuid: \"00000000-0000-4000-8000-000000000009\", \
         expectedVersion: $v) { deleted } }",
        "query($v: DateTime!) { reports(where: { createdAt: { lt: $v } }) { totalCount } }",
        "mutation($v: String!) { updateLocale(code: \"en\", changes: { code: $v }) { locale \
         { code } } }",
    ]);
    run(&(queries, value), async |app, token, (query, value)| {
        app.graphql(Some(token), query, json!({ "v": value })).await
    });
}

/// Documents in any text, with the other members of a request.
#[test]
fn every_graphql_request_is_answered() {
    let documents = prop_oneof![
        shuffled(
            "{¦}¦(¦)¦[¦]¦ query ¦ mutation ¦ subscription ¦ fragment F on Query ¦ ...F ¦ ... on Report ¦ reports ¦ report ¦ node ¦\
                id:¦where:¦\"a\"¦$v¦:¦!¦ @skip(if: true) ¦ id ¦ __typename ¦ __schema ¦1¦null¦=¦\
                \"\"\"¦#¦\n"
        ),
        text(),
    ];
    let names = ["query", "variables", "operationName", "extensions", "documentId"];
    let body = object_of(names.map(str::to_owned).into());
    run(&(documents, body, any::<bool>()), async |app, token, (document, mut body, whole)| {
        if whole {
            body["query"] = json!(document);
        }
        app.rest("POST", "/graphql", Some(token), Some(&body)).await
    });
}
