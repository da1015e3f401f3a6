//! The router of both APIs.

use axum::{
    Router,
    extract::State,
    http::StatusCode,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use std::{any::Any, sync::Arc};
use tower_http::catch_panic::CatchPanicLayer;

use crate::{
    api::{
        graphql::{self, Settings},
        http::{HttpError, Stopping},
        rest,
    },
    app::App,
    error::Error,
    server::{connection, layers},
    telemetry::request_log,
};

/// The router of the whole service.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    let router = Router::new()
        .route("/readyz", get(ready))
        .with_state(Arc::clone(&app))
        .merge(catch_panics(graphql::router(Arc::clone(&app), settings), graphql::refused))
        .merge(rest::router(Arc::clone(&app)))
        .fallback(|| async { rest::error_response(&HttpError::NoSuchPath) });
    catch_panics(router, rest::error_response)
        .layer(from_fn_with_state(Arc::clone(&app), layers::require_database))
        .route("/livez", get(alive))
        .layer(from_fn(layers::limit_time))
        .layer(from_fn(layers::limit_rate))
        .layer(from_fn(connection::validate_headers))
        .layer(from_fn_with_state(app, layers::log_requests))
}

/// 200 while the process runs.
async fn alive() -> &'static str {
    request_log::set_operations(["livez".into()]);
    "ok"
}

/// 200 while the database answers, its schema is current and the server isn't stopping.
async fn ready(State(app): State<Arc<App>>, stopping: Stopping) -> Response {
    request_log::set_operations(["readyz".into()]);
    if !stopping.has_begun() && app.database.is_ready().await {
        (StatusCode::OK, "ok").into_response()
    } else {
        rest::error_response(&Error::Unavailable.into())
    }
}

/// Answers panics in the router with an error in the format of an API.
fn catch_panics(router: Router, refused: fn(&HttpError) -> Response) -> Router {
    let panicked = move |_: Box<dyn Any + Send>| refused(&Error::Internal.into());
    router.layer(CatchPanicLayer::custom(panicked))
}

#[cfg(test)]
mod tests {
    use axum::{
        Router,
        body::{Body, to_bytes},
        extract::Request,
        routing::get,
    };
    use serde_json::{Value as Json, json};
    use tower::ServiceExt;

    use super::catch_panics;
    use super::{graphql, rest};

    /// A panic is answered in the format of the API, without its message.
    #[tokio::test]
    async fn a_panic_is_answered() {
        let message = "Internal Server Error";
        let errors = json!([{ "message": message, "extensions": { "code": "INTERNAL" } }]);
        for (refused, expected) in [
            (rest::error_response as fn(&_) -> _, json!({ "message": message })),
            (graphql::refused, json!({ "errors": errors })),
        ] {
            async fn mistaken() {
                panic!("a secret");
            }
            let router = catch_panics(Router::new().route("/", get(mistaken)), refused);
            let request = Request::get("/").body(Body::empty()).unwrap();
            let response = router.oneshot(request).await.unwrap();
            assert_eq!(response.status(), 500);
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            assert_eq!(serde_json::from_slice::<Json>(&body).unwrap(), expected);
        }
    }
}
