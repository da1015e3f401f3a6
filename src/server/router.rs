//! Both faces on one listener.

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
    server::{
        connection::{self},
        layers,
    },
    telemetry::{metrics::Api, request_log},
};

/// Everything the server answers, GraphQL as settled.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    let router = Router::new()
        .route("/readyz", get(ready))
        .with_state(Arc::clone(&app))
        .merge(caught(graphql::router(Arc::clone(&app), settings), graphql::refused))
        .merge(rest::router(Arc::clone(&app)))
        .fallback(|| async { rest::error_response(&HttpError::NoSuchPath) });
    caught(router, rest::error_response)
        .layer(from_fn_with_state(Arc::clone(&app), layers::while_up))
        .route("/livez", get(alive))
        .layer(from_fn(layers::in_time))
        .layer(from_fn(layers::within))
        .layer(from_fn(connection::sane))
        .layer(from_fn_with_state(app, layers::observe))
}

/// 200 as long as the process runs.
async fn alive() -> &'static str {
    request_log::asked_for(["livez".into()]);
    "ok"
}

/// 200 once the database answers and its schema is current, and until the server is stopping.
async fn ready(State(app): State<Arc<App>>, stopping: Stopping) -> Response {
    request_log::asked_for(["readyz".into()]);
    if !stopping.has_begun() && app.database.is_ready().await {
        (StatusCode::OK, "ok").into_response()
    } else {
        rest::error_response(&Error::Unavailable.into())
    }
}

/// A refusal in the words of the face that the path belongs to.
pub(super) fn refused_at(path: &str, refusal: &HttpError) -> Response {
    match api(path) {
        Api::Graphql => graphql::refused(refusal),
        Api::Rest => rest::error_response(refusal),
    }
}

/// The face that a path belongs to.
pub(super) fn api(path: &str) -> Api {
    if path.starts_with("/graphql") { Api::Graphql } else { Api::Rest }
}

/// The router, whose panics are answered in the words of a face.
fn caught(router: Router, refused: fn(&HttpError) -> Response) -> Router {
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

    use super::caught;
    use super::{graphql, rest};

    /// A mistake of ours is answered in the words of the face, and tells nothing of itself.
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
            let router = caught(Router::new().route("/", get(mistaken)), refused);
            let request = Request::get("/").body(Body::empty()).unwrap();
            let response = router.oneshot(request).await.unwrap();
            assert_eq!(response.status(), 500);
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            assert_eq!(serde_json::from_slice::<Json>(&body).unwrap(), expected);
        }
    }
}
