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
type Expected = (BTreeSet<u16>, Option<Permission>);

/// The operations according to the descriptions of the kinds.
fn expected() -> BTreeMap<String, Expected> {
    const ANY: [u16; 6] = [401, 409, 422, 429, 500, 503];
    const WITH_BODY: [u16; 5] = [400, 403, 408, 413, 415];
    const READ: [u16; 7] = [200, 400, 401, 403, 429, 500, 503];
    let mut expected = BTreeMap::new();
    for resource in kinds::registered() {
        if let Some(restore) = &resource.restore {
            let forbidden = (!resource.is_account()).then_some(403);
            // With an `Idempotency-Key` the body is read.
            let statuses = [200, 400, 404, 408, 412, 413].into_iter().chain(ANY).chain(forbidden);
            let named = format!("POST {}", resource.restore_path());
            expected.insert(named, (statuses.collect(), Some(restore.permission)));
        }
        if let Some(update) = &resource.update {
            for method in ["PUT", "PATCH"] {
                let statuses = [200, 404, 412].into_iter().chain(ANY).chain(WITH_BODY);
                let named = format!("{method} {}", resource.record_path());
                expected.insert(named, (statuses.collect(), Some(update.permission)));
            }
        }
        if let Some(permission) = &resource.delete {
            let statuses = [200, 400, 403, 404, 408, 412, 413].into_iter().chain(ANY);
            let named = format!("DELETE {}", resource.record_path());
            expected.insert(named, (statuses.collect(), Some(*permission)));
        }
        let kinds = resource.path.rsplit('/').next().unwrap();
        let restore = resource.restore.as_ref().map(|restore| restore.permission);
        for (verb, permission) in [("delete", resource.delete), ("restore", restore)] {
            let Some(permission) = permission else { continue };
            let statuses = [200, 400, 403, 408, 413].into_iter().chain(ANY);
            let named = format!("POST /api/v1/{verb}/{kinds}");
            expected.insert(named, (statuses.collect(), Some(permission)));
        }
        if let (Some(_), Some(update)) = (resource.credential, &resource.update) {
            let statuses = [200, 400, 403, 404, 408, 412, 413].into_iter().chain(ANY);
            let named = format!("POST {}/rotate", resource.record_path());
            expected.insert(named, (statuses.collect(), Some(update.permission)));
        }
        if let Some(create) = &resource.create {
            let statuses = [201].into_iter().chain(ANY).chain(WITH_BODY);
            let named = format!("POST {}", resource.path);
            expected.insert(named, (statuses.collect(), Some(create.permission)));
        }
        expected.insert(format!("GET {}", resource.path), (READ.into(), Some(resource.view)));
        let one = [304, 404].into_iter().chain(READ).collect();
        expected.insert(format!("GET {}", resource.record_path()), (one, Some(resource.view)));
    }
    let notifications = kinds::notifications();
    let view = Some(notifications.view);
    for (path, permission) in [
        ("/api/v1/trash", None),
        ("/api/v1/trash/summary", None),
        ("/api/v1/restore/preview", None),
        ("/api/v1/events", Some(kinds::AUDIT)),
        ("/api/v1/me", None),
        ("/api/v1/me/notifications", view),
        ("/api/v1/roles", None),
        ("/api/v1/permissions", None),
        ("/api/v1/access-tokens", Some(kinds::TOKENS.view)),
    ] {
        expected.insert(format!("GET {path}"), (READ.into(), permission));
    }
    let found = |status| [status].into_iter().chain(READ).collect::<BTreeSet<u16>>();
    expected.insert("GET /api/v1/operations/{id}".to_owned(), (found(404), None));
    let one = found(404).into_iter().chain([304]).collect();
    expected.insert("GET /api/v1/roles/{id}".to_owned(), (one, None));
    for (path, permission) in [
        ("/api/v1/records/{id}/as-of", kinds::AUDIT),
        ("/api/v1/roles/{id}/members", kinds::ROLES.view),
        ("/api/v1/roles/{id}/events", kinds::ROLES.events),
        ("/api/v1/grants", kinds::ROLES.view),
    ] {
        expected.insert(format!("GET {path}"), (found(404), Some(permission)));
    }
    let bundle = "GET /api/v1/admin/translations/bundles/{locale}/{group}";
    expected.insert(bundle.to_owned(), (found(304), None));
    let translations = kinds::registered().iter().find(|kind| kind.catalogue.is_some()).unwrap();
    let import = translations.update.as_ref().map(|update| update.permission);
    let (roles, tokens) = (kinds::ROLES, kinds::TOKENS);
    for (named, status, more, permission) in [
        ("POST /api/v1/roles", 201, vec![415], roles.create),
        ("PATCH /api/v1/roles/{id}", 200, vec![404, 412, 415], roles.update),
        ("DELETE /api/v1/roles/{id}", 200, vec![404, 412], roles.delete),
        ("POST /api/v1/roles/{id}/restore", 200, vec![404, 412], roles.restore),
        ("POST /api/v1/grants", 200, vec![404, 415], kinds::GRANT),
        ("POST /api/v1/grants/revoke", 200, vec![404, 415], kinds::GRANT),
        ("POST /api/v1/access-tokens", 201, vec![415], tokens.create),
        ("DELETE /api/v1/access-tokens/{id}", 200, vec![404], tokens.revoke),
        ("POST /api/v1/sign-out", 200, vec![404, 415], tokens.revoke),
        ("POST /api/v1/events/{id}/revert", 200, vec![404, 412], kinds::AUDIT),
    ] {
        let statuses = [status, 400, 403, 408, 413].into_iter().chain(ANY).chain(more);
        expected.insert(named.to_owned(), (statuses.collect(), Some(permission)));
    }
    let send = notifications.create.as_ref().map(|create| create.permission);
    for (path, status, more, permission) in [
        ("/api/v1/delete", 200, vec![415], None),
        ("/api/v1/restore", 200, vec![415], None),
        ("/api/v1/operations/{id}/undo", 200, vec![404], None),
        ("/api/v1/operations/{id}/cancel", 200, vec![404], None),
        ("/api/v1/restore/trash", 200, vec![], None),
        ("/api/v1/me/notifications/read", 200, vec![415], view),
        ("/api/v1/me/notifications/read-all", 200, vec![], view),
        ("/api/v1/notifications/bulk", 201, vec![415], send),
        ("/api/v1/admin/translations/import", 200, vec![415], import),
    ] {
        let statuses = [status, 400, 403, 408, 413].into_iter().chain(ANY).chain(more);
        expected.insert(format!("POST {path}"), (statuses.collect(), permission));
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
            let names = |it: Permission| json!({ "all": it.all, "own": it.own });
            (name, (statuses, permission.map_or(Json::Null, names)))
        })
        .collect();
    assert_eq!(described, expected);
    // 11 restores, 12 updates by two methods, 12 creations, 12 deletions, 1 rotation; two reads of 12
    // kinds, 16 others; 8 operations on many records, 12 deletions and 11 restores by filter, of the trash,
    // and their end; 9 on roles, grants and tokens, and a revert.
    assert_eq!(described.len(), 60 + 24 + 16 + 7 + 25 + 9 + 1);
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
