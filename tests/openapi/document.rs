//! The OpenAPI document: everything is described, and nothing contradicts itself.

use std::collections::{BTreeMap, BTreeSet};

use reinstate::api::rest;
use reinstate::auth::Permission;
use reinstate::kinds;
use serde_json::{Value as Json, json};

use crate::reading::{DOCUMENT, DOCUMENT_PATH, assert_fits, content, operations, parameters};

#[test]
fn the_committed_document_is_the_current_one() {
    assert!(
        include_str!("../../openapi.json") == rest::openapi(),
        "openapi.json is out of date: cargo run -q -- openapi > openapi.json"
    );
    assert!(rest::openapi().ends_with("}\n"));
}

/// The statuses of an operation, and its permission.
type Expected = (BTreeSet<u16>, Permission);

/// The operations according to the descriptions of the kinds.
fn expected() -> BTreeMap<String, Expected> {
    const ANY: [u16; 6] = [401, 409, 422, 429, 500, 503];
    const WITH_BODY: [u16; 5] = [400, 403, 408, 413, 415];
    let mut expected = BTreeMap::new();
    for resource in kinds::all() {
        if let Some(restore) = &resource.restore {
            let forbidden = (!resource.is_account()).then_some(403);
            // With an `Idempotency-Key` the body is read.
            let statuses = [200, 400, 404, 408, 412, 413].into_iter().chain(ANY).chain(forbidden);
            let named = format!("POST {}", resource.restore_path());
            expected.insert(named, (statuses.collect(), restore.permission));
        }
        if let Some(update) = &resource.update {
            for method in ["PUT", "PATCH"] {
                let statuses = [200, 404, 412].into_iter().chain(ANY).chain(WITH_BODY);
                let named = format!("{method} {}", resource.record_path());
                expected.insert(named, (statuses.collect(), update.permission));
            }
        }
        if let Some(permission) = &resource.delete {
            let statuses = [200, 400, 403, 404, 408, 412, 413].into_iter().chain(ANY);
            let named = format!("DELETE {}", resource.record_path());
            expected.insert(named, (statuses.collect(), *permission));
        }
        if let (Some(_), Some(update)) = (resource.credential, &resource.update) {
            let statuses = [200, 400, 403, 404, 408, 413].into_iter().chain(ANY);
            let named = format!("POST {}/rotate", resource.record_path());
            expected.insert(named, (statuses.collect(), update.permission));
        }
        if let Some(create) = &resource.create {
            let statuses = [201].into_iter().chain(ANY).chain(WITH_BODY);
            let named = format!("POST {}", resource.path);
            expected.insert(named, (statuses.collect(), create.permission));
        }
    }
    expected
}

#[test]
fn every_operation_is_described_with_its_statuses_and_permission() {
    let described: BTreeMap<String, (BTreeSet<u16>, Json)> = operations()
        .iter()
        .filter(|operation| operation.path != DOCUMENT_PATH)
        .map(|operation| {
            let statuses = operation.responses().map(|(status, _)| status).collect();
            (operation.name(), (statuses, operation.described["x-permission"].clone()))
        })
        .collect();
    let expected: BTreeMap<String, (BTreeSet<u16>, Json)> = expected()
        .into_iter()
        .map(|(name, (statuses, permission))| {
            (name, (statuses, json!({ "all": permission.all, "own": permission.own })))
        })
        .collect();
    assert_eq!(described, expected);
    // 11 restores, 12 updates by two methods, 12 creations, 12 deletions, 1 rotation.
    assert_eq!(described.len(), 60);
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
        for (status, response) in operation.responses() {
            assert!(!response["description"].as_str().unwrap().is_empty(), "{name} {status}");
            let headers: Vec<&String> =
                response["headers"].as_object().into_iter().flat_map(|all| all.keys()).collect();
            let expected: &[&str] = match status {
                401 => &["WWW-Authenticate"],
                429 | 503 => &["Retry-After"],
                200 if !open => &["ETag", "Idempotent-Replayed"],
                201 => &["ETag", "Idempotent-Replayed", "Location"],
                _ => &[],
            };
            assert_eq!(headers, expected, "{name} {status}");
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}");
    }
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
        for (status, response) in operation.responses() {
            let body = content(response);
            let example = body.get("example").unwrap_or_else(|| panic!("{name} {status}"));
            assert_fits(body, example, &format!("{name} {status}"));
            for header in response["headers"].as_object().into_iter().flat_map(|all| all.values()) {
                assert_fits(header, &header["example"], &format!("{name} {status}"));
            }
        }
    }
}
