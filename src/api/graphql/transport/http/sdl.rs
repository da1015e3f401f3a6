//! `GET /schema.graphql`: the schema in its definition language, without a credential.

use axum::{Router, http::HeaderMap, routing::get};
use std::sync::LazyLock;

use super::response::refused;
use crate::{
    api::{
        graphql::gateway::{executed_subgraph_sdl, sdl},
        http::{HttpError, PublicFile, allow_reading},
    },
    telemetry::request_log,
};

/// The path of the schema.
pub const SDL_PATH: &str = "/schema.graphql";

/// The schema.
static SDL: LazyLock<PublicFile> = LazyLock::new(|| file(sdl()));
/// The schema that a subgraph executes.
static SUBGRAPH: LazyLock<PublicFile> = LazyLock::new(|| file(executed_subgraph_sdl(false)));

// A browser shows plain text; no type is registered for the language.
fn file(sdl: String) -> PublicFile {
    PublicFile::new("text/plain; charset=utf-8", PublicFile::REVALIDATED, sdl.into())
}

/// The route of the executed schema. It equals what introspection shows.
pub fn route(is_subgraph: bool) -> Router {
    let read = async move |headers: HeaderMap| {
        request_log::set_operations(["schema".into()]);
        let file = if is_subgraph { &SUBGRAPH } else { &SDL };
        file.response(&headers).await
    };
    let not_allowed = || async { refused(&HttpError::MethodNotAllowed) };
    Router::new().route(SDL_PATH, get(read).options(allow_reading).fallback(not_allowed))
}
