//! Errors in the format of the API that a path belongs to.

use axum::response::Response;

use crate::{
    api::{graphql, http::HttpError, rest},
    auth::Api,
};

/// An error in the format of the API that the path belongs to.
pub(super) fn error_response(path: &str, error: &HttpError) -> Response {
    match api_of(path) {
        Api::Graphql => graphql::refused(error),
        Api::Rest => rest::error_response(error),
    }
}

/// The API that a path belongs to.
pub(super) fn api_of(path: &str) -> Api {
    if path.starts_with("/graphql") { Api::Graphql } else { Api::Rest }
}
