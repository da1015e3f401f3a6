//! The OpenAPI 3.1 document, from the table of operations.
//!
//! utoipa's derive macros describe Rust types and handlers. Here the types are made from kinds of
//! records at run time, so the document uses utoipa's builders.

use axum::{http::HeaderMap, response::Response};
use std::sync::LazyLock;
use utoipa::openapi::{
    Components, Contact, Info, License, OpenApi, OpenApiBuilder, Paths, SecurityRequirement,
    Server,
    security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    tag::{Tag, TagBuilder},
};

use super::{operations, parts::JSON};
use crate::{actions::Tag as Subject, api::http::PublicFile, kinds, telemetry::request_log};

const DESCRIPTION: &str = "\
Creates, updates, deletes, restores, reads and lists records of every kind, sends notifications, and \
shows the trash and the audit trail.

A deleted record stays in the database, with the time of deletion in `deleted_at`, until it is \
restored or purged. `is_active` is independent of deletion. Every operation requires a permission, \
which is in its `x-permission`: `all` covers every record, `own` (if there is one) the caller's own. \
Timestamps are in UTC, with microseconds, such as `2026-11-20T15:36:00.123456Z`. Every response is \
JSON; an error has a `message`, or with `Accept: application/problem+json` it is problem details \
(RFC 9457) with the message as `detail`.

The examples use the demo data: the requests work on a server that was started with `serve --demo`.";

/// The name of the security scheme.
const BEARER: &str = "bearer";

static DOCUMENT: LazyLock<PublicFile> =
    LazyLock::new(|| PublicFile::new(JSON, PublicFile::REVALIDATED, openapi().into()));

/// The document, as JSON.
pub fn openapi() -> String {
    let text = build()
        .to_pretty_json()
        .unwrap_or_else(|error| unreachable!("plain data can be written as JSON: {error}"));
    text + "\n"
}

/// `GET /api/v1/openapi.json`.
pub async fn document(headers: HeaderMap) -> Response {
    request_log::set_operations(["openapi".into()]);
    DOCUMENT.response(&headers).await
}

fn build() -> OpenApi {
    let mut components = Components::new();
    let mut paths = Paths::new();
    components.add_security_scheme(BEARER, bearer());
    operations::add(&mut paths, &mut components);
    operations::add_document(&mut paths, &mut components);
    OpenApiBuilder::new()
        .info(info())
        .servers(Some([Server::new("/")]))
        .tags(Some(tags()))
        .security(Some([SecurityRequirement::new(BEARER, Vec::<String>::new())]))
        .paths(paths)
        .components(Some(components))
        .build()
}

fn info() -> Info {
    let license = env!("CARGO_PKG_LICENSE");
    Info::builder()
        .title(env!("CARGO_PKG_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .contact(Some(Contact::builder().name(Some("The operator of this server")).build()))
        .license(Some(License::builder().name(license).identifier(Some(license)).build()))
        .build()
}

fn bearer() -> SecurityScheme {
    let description = "An access token (`rsat_…`) or the value of an API key (`rsak_…`). A key acts \
                       as its owner, limited to the permissions of the key.";
    SecurityScheme::Http(
        HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(description)).build(),
    )
}

fn tags() -> Vec<Tag> {
    let tag = |name, description| TagBuilder::new().name(name).description(Some(description));
    kinds::registered()
        .iter()
        .map(|resource| tag(resource.title, resource.description).build())
        .chain(Subject::COMMON.map(|(common, description)| tag(common.name(), description).build()))
        .chain([tag(operations::DOCUMENT_TAG, "This document.").build()])
        .collect()
}
