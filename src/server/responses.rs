//! The API that a path belongs to, and its error format.

use axum::response::Response;

use crate::{
    api::{graphql, http::HttpError, rest},
    auth::Api,
};

/// An error in the format of an API.
pub(super) fn error_response(api: Api, error: &HttpError) -> Response {
    match api {
        Api::Graphql => graphql::refused(error),
        Api::Rest => rest::error_response(error),
    }
}

/// The API that a path belongs to.
pub(super) fn api_of(path: &str) -> Api {
    if path.starts_with("/graphql") || path == graphql::SDL_PATH { Api::Graphql } else { Api::Rest }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use serde_json::{Value as Json, json};

    use super::{Api, error_response};
    use crate::server::layers::catch_panics;

    /// A panic is answered in the API's format, without its message.
    #[tokio::test]
    async fn a_panic_is_answered() {
        let message = "Internal Server Error";
        let errors = json!([{ "message": message, "extensions": { "code": "INTERNAL" } }]);
        for (api, expected) in [
            (Api::Rest, json!({ "message": message })),
            (Api::Graphql, json!({ "errors": errors })),
        ] {
            let error = catch_panics(async { panic!("a secret") as () }).await.unwrap_err();
            let response = error_response(api, &error.into());
            assert_eq!(response.status(), 500);
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            assert_eq!(serde_json::from_slice::<Json>(&body).unwrap(), expected);
        }
    }
}
