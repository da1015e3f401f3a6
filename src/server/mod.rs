//! Both faces on one listener.

mod activity;
mod connection;
mod limits;
mod metrics;
mod observe;
mod open;
mod patience;
mod rates;
mod sane;
mod serve;
mod wire;
mod worded;

use std::{any::Any, sync::Arc};

use axum::{
    Router,
    extract::State,
    http::StatusCode,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use tower_http::catch_panic::CatchPanicLayer;

use crate::{
    app::App,
    failure::Failure,
    graphql::{self, Settings},
    http::{Refusal, Stopping, report},
    metrics::Face,
    rest,
};

pub use limits::Limits;
pub use metrics::{metrics_router, serve_metrics};
pub use serve::serve;

/// Everything the server answers, GraphQL as settled.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    Router::new()
        .route("/livez", get(alive))
        .route("/readyz", get(ready))
        .with_state(Arc::clone(&app))
        .merge(graphql::router(Arc::clone(&app), settings))
        .merge(rest::router(Arc::clone(&app)))
        .fallback(|| async { rest::refused(&Refusal::NoSuchPath) })
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(patience::in_time))
        .layer(from_fn(rates::within))
        .layer(from_fn(sane::sane))
        .layer(from_fn_with_state(app, observe::observe))
}

/// 200 as long as the process runs.
async fn alive() -> &'static str {
    report::asked_for(["livez".into()]);
    "ok"
}

/// 200 once the database answers and its schema is current, and until the server is stopping.
async fn ready(State(app): State<Arc<App>>, stopping: Stopping) -> Response {
    report::asked_for(["readyz".into()]);
    if !stopping.has_begun() && app.database.is_ready().await {
        (StatusCode::OK, "ok").into_response()
    } else {
        rest::refused(&Failure::Unavailable.into())
    }
}

/// A refusal in the words of the face that the path belongs to.
fn refused_at(path: &str, refusal: &Refusal) -> Response {
    match face(path) {
        Face::Graphql => graphql::refused(refusal),
        Face::Rest => rest::refused(refusal),
    }
}

/// The face that a path belongs to.
fn face(path: &str) -> Face {
    if path.starts_with("/graphql") { Face::Graphql } else { Face::Rest }
}

fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    rest::refused(&Failure::Internal.into())
}
