//! `GET /schema.graphql`: the schema in its definition language, without a credential.

use axum::{
    Router,
    http::{HeaderMap, HeaderValue},
    routing::get,
};
use std::sync::LazyLock;

use super::response::refused;
use crate::{
    api::{
        graphql::gateway::sdl,
        http::{HttpError, PublicFile, allow},
    },
    telemetry::request_log,
};

/// The path of the schema.
pub const SDL_PATH: &str = "/schema.graphql";

// A browser shows plain text; no type is registered for the language.
static SDL: LazyLock<PublicFile> = LazyLock::new(|| {
    PublicFile::new("text/plain; charset=utf-8", PublicFile::REVALIDATED, sdl().into())
});

/// The route.
pub fn route() -> Router {
    let read = async |headers: HeaderMap| {
        request_log::set_operations(["schema".into()]);
        SDL.response(&headers).await
    };
    let readable = async || allow(&HeaderValue::from_static("GET,HEAD,OPTIONS"));
    let not_allowed = || async { refused(&HttpError::MethodNotAllowed) };
    Router::new().route(SDL_PATH, get(read).options(readable).fallback(not_allowed))
}
