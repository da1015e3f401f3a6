//! The router of both APIs.

use axum::{
    Router,
    extract::{Request, State},
    http::StatusCode,
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use std::{pin::pin, sync::Arc};

use super::{
    connection::validate_headers,
    layers::{RequestTimeout, catch_panics, limit_rate, limit_time, log_request, require_database},
    responses::{api_of, error_response},
};
use crate::{
    api::{
        graphql::{self, Settings},
        http::{HttpError, Stopping},
        rest,
    },
    app::App,
    error::Error,
    telemetry::request_log,
};

/// The path that answers while the process runs, with or without the database.
const LIVEZ: &str = "/livez";

/// The router of the whole service.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    Router::new()
        .route(LIVEZ, get(alive))
        .route("/readyz", get(ready))
        .with_state(Arc::clone(&app))
        .merge(graphql::router(Arc::clone(&app), settings))
        .merge(rest::router(Arc::clone(&app)))
        .fallback(|| async { rest::error_response(&HttpError::NoSuchPath) })
        .layer(from_fn_with_state(app, respond))
}

/// Responds to a request. One layer does it all: for each request a router clones and boxes every
/// layer it has.
async fn respond(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let api = api_of(request.uri().path());
    let answer = async |request: Request| {
        let response = async {
            validate_headers(&request)?;
            limit_rate(&request, api)?;
            let limit = request.extensions().get::<RequestTimeout>().cloned();
            let takes_database = request.uri().path() != LIVEZ;
            let response = catch_panics(next.run(request));
            match takes_database {
                true => limit_time(limit, pin!(require_database(&app.database, response))).await,
                false => Ok(response.await?),
            }
        };
        response.await.unwrap_or_else(|error: HttpError| error_response(api, &error))
    };
    log_request(request, api, &app.metrics, answer).await
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
