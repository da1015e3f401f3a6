//! The OpenAPI 3.1 document, made from the descriptions that the routes are made from.
//!
//! `operations` describes what can be done with each kind, over the parts that the others describe:
//! what is sent (`inputs`), answered (`schemas`) and refused (`refusals`), how it looks (`examples`),
//! and what an operation is put together from (`parts`).

use axum::{
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
};
use std::sync::LazyLock;
use utoipa::openapi::{
    Components, Info, License, OpenApi, OpenApiBuilder, Paths, SecurityRequirement, Server,
    security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    tag::{Tag, TagBuilder},
};

use super::operations;
use crate::{kinds, telemetry::request_log};

const DESCRIPTION: &str = "\
Restores records that were deleted softly, changes locales, API keys and notifications, and sends \
notifications.

A deleted record stays stored, with the moment in `deleted_at`, until it is restored. `is_active` \
is independent of that. Every operation takes a permission, which its `x-permission` names: `all` \
covers every record, `own` (where there is one) the caller's own. Moments are in UTC, with \
microseconds and `Z`. Every answer is JSON; one that refuses has a `message`.

The examples are the demo data: what they ask for can be asked of a server that was started with \
`serve --demo`.";

/// The name of the one way to authenticate.
const BEARER: &str = "bearer";

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let text = describe()
        .to_pretty_json()
        .unwrap_or_else(|error| unreachable!("plain data can be written as JSON: {error}"));
    text + "\n"
});

/// The document.
#[must_use]
pub fn openapi() -> String {
    DOCUMENT.clone()
}

/// `GET /api/v1/openapi.json`.
pub async fn document() -> Response {
    request_log::asked_for(["openapi".into()]);
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}

fn describe() -> OpenApi {
    let mut components = Components::new();
    let mut paths = Paths::new();
    components.add_security_scheme(BEARER, bearer());
    for resource in kinds::all() {
        operations::add(resource, &mut paths, &mut components);
    }
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
        .license(Some(License::builder().name(license).identifier(Some(license)).build()))
        .build()
}

fn bearer() -> SecurityScheme {
    let description = "An access token (`rsat_…`), or the value of an API key, which acts as its \
                       owner within permissions of its own.";
    SecurityScheme::Http(
        HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(description)).build(),
    )
}

fn tags() -> Vec<Tag> {
    let tag = |name, description| TagBuilder::new().name(name).description(Some(description));
    kinds::all()
        .iter()
        .map(|resource| tag(resource.title, resource.description).build())
        .chain([tag(operations::DOCUMENT_TAG, "This document.").build()])
        .collect()
}
