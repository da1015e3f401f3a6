//! The OpenAPI document: everything is described, and nothing contradicts itself.

use std::collections::{BTreeMap, BTreeSet};

use reinstate::{
    actions::{self, Action},
    api::rest,
    auth::Permission,
};
use serde_json::{Value as Json, json};

use crate::reading::{
    DOCUMENT, DOCUMENT_PATH, Operation, assert_fits, content, operations, parameters,
};

#[test]
fn the_committed_document_is_the_current_one() {
    assert!(
        include_str!("../../openapi.json") == rest::openapi(),
        "openapi.json is out of date: cargo run -q -- openapi > openapi.json"
    );
    assert!(rest::openapi().ends_with("}\n"));
}

/// What every operation can answer; that no refusal tells accounts from missing ones (D7); and that the
/// permission is that of the table.
#[test]
fn every_operation_is_described_with_its_statuses_and_permission() {
    let described: BTreeMap<String, Operation> = operations()
        .into_iter()
        .filter(|operation| operation.path != DOCUMENT_PATH)
        .map(|operation| (operation.name(), operation))
        .collect();
    let actions: BTreeMap<String, &Action> = actions::actions()
        .iter()
        .filter_map(|action| {
            let (method, path) = action.rest()?;
            Some((format!("{} {path}", method.name()), action))
        })
        .collect();
    assert_eq!(described.keys().collect::<Vec<_>>(), actions.keys().collect::<Vec<_>>());
    for (name, operation) in &described {
        let statuses: BTreeSet<u16> = operation.responses().map(|(status, _)| status).collect();
        let is_read = operation.method == "GET";
        let always: &[u16] = &[401, 429, 500, 503];
        let (reads, changes): (&[u16], &[u16]) = (&[200, 400], &[409, 413, 422]);
        let expected = always.iter().chain(if is_read { reads } else { changes });
        assert!(expected.clone().all(|it| statuses.contains(it)), "{name}: {statuses:?}");
        let conceals = name == "POST /api/v1/users/{uuid}/restore";
        assert_eq!(statuses.contains(&403), !conceals, "{name}");
        let names = |it: &Permission| json!({ "all": it.all, "own": it.own });
        let permission = actions[name].admits.permission().map_or(Json::Null, names);
        assert_eq!(operation.described["x-permission"], permission, "{name}");
    }
}

#[test]
fn the_document_is_well_formed() {
    let document = &*DOCUMENT;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1."));
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(document["security"], json!([{ "bearer": [] }]));
    let tags: BTreeSet<Option<&str>> =
        document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str()).collect();
    let mut ids = BTreeSet::new();
    for operation in operations() {
        let (name, described) = (operation.name(), operation.described);
        assert!(ids.insert(described["operationId"].as_str().unwrap()), "{name}: its id is taken");
        assert!(!described["summary"].as_str().unwrap().is_empty(), "{name}");
        assert!(!described["description"].as_str().unwrap().is_empty(), "{name}");
        assert!(tags.contains(&described["tags"][0].as_str()), "{name}");
        assert!(!operation.example_path().contains('{'), "{name}: a key is not described");
        let open = operation.path == DOCUMENT_PATH;
        assert_eq!(described.get("security"), open.then_some(&json!([])), "{name}");
        let is_of_role = operation.path.starts_with("/api/v1/roles");
        if operation.method == "PATCH" {
            let types = described["requestBody"]["content"].as_object().unwrap().keys();
            let expected = ["application/json", "application/merge-patch+json"];
            assert_eq!(types.collect::<Vec<_>>(), expected, "{name}");
        }
        for (status, response) in operation.responses() {
            assert!(!response["description"].as_str().unwrap().is_empty(), "{name} {status}");
            let headers: Vec<&String> =
                response["headers"].as_object().into_iter().flat_map(|all| all.keys()).collect();
            let expected: &[&str] = match status {
                401 => &["WWW-Authenticate"],
                429 | 503 => &["Retry-After"],
                200 if open => &[],
                200 if operation.is_plain_read() => &[],
                200 if operation.method == "GET" && operation.takes("limit") => &["Link"],
                200 | 304 if operation.method == "GET" => &["ETag"],
                201 if !operation.is_of_record() && !is_of_role => {
                    &["Idempotent-Replayed", "Location"]
                }
                200 if !operation.is_of_record() && !is_of_role => &["Idempotent-Replayed"],
                200 => &["ETag", "Idempotent-Replayed"],
                201 => &["ETag", "Idempotent-Replayed", "Location"],
                _ => &[],
            };
            assert_eq!(headers, expected, "{name} {status}");
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}");
        assert!(is_described(schema), "{name} has no description");
        for (property, schema) in schema["properties"].as_object().into_iter().flatten() {
            let described = schema.get("$ref").is_some() || is_described(schema);
            assert!(described, "{name}.{property} has no description");
        }
    }
}

/// Whether a schema has a description, or the one of several that is not null.
fn is_described(schema: &Json) -> bool {
    let either = schema["oneOf"].as_array().into_iter().flatten();
    let mut texts = either.chain([schema]).filter_map(|it| it["description"].as_str());
    texts.any(|text| !text.is_empty())
}

#[test]
fn references_resolve_and_components_are_used() {
    let (mut left, mut used) = (vec![&*DOCUMENT], BTreeSet::new());
    while let Some(json) = left.pop() {
        if let Some(reference) = json.get("$ref").and_then(Json::as_str) {
            assert!(DOCUMENT.pointer(&reference[1..]).is_some(), "{reference} leads nowhere");
            used.insert(reference.to_owned());
        }
        left.extend(json.as_array().into_iter().flatten());
        left.extend(json.as_object().into_iter().flat_map(|fields| fields.values()));
    }
    for kind in ["schemas", "responses"] {
        for name in DOCUMENT["components"][kind].as_object().unwrap().keys() {
            let reference = format!("#/components/{kind}/{name}");
            assert!(used.contains(&reference), "nothing refers to {reference}");
        }
    }
}

#[test]
fn examples_exist_and_fit_their_schemas() {
    for operation in operations() {
        let name = operation.name();
        for parameter in parameters(operation.described) {
            assert_fits(parameter, &parameter["example"], &name);
        }
        assert_eq!(operation.example_body().is_some(), operation.takes_body(), "{name}");
        if let Some(example) = operation.example_body() {
            assert_fits(content(&operation.described["requestBody"]), example, &name);
        }
        for (status, response) in operation.responses().filter(|(status, _)| *status != 304) {
            let body = content(response);
            let example = body.get("example").unwrap_or_else(|| panic!("{name} {status}"));
            assert_fits(body, example, &format!("{name} {status}"));
            for header in response["headers"].as_object().into_iter().flat_map(|all| all.values()) {
                assert_fits(header, &header["example"], &format!("{name} {status}"));
            }
        }
    }
}
