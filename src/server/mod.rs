//! Both faces on one listener.

mod activity;
mod connection;
mod limits;
mod open;
mod patience;
mod sane;
mod serve;
mod wire;
mod worded;

use std::{any::Any, sync::Arc};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, StatusCode},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::get,
};
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument;
use uuid::Uuid;

use crate::{
    app::App,
    failure::Failure,
    graphql::{self, Settings},
    http::{REQUEST_ID, Refusal, Stopping},
    rest,
};

pub use limits::Limits;
pub use serve::serve;

/// Most bytes of an id that a client chose.
const REQUEST_ID_BYTES: usize = 128;

/// Everything the server answers, GraphQL as settled.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    Router::new()
        .route("/livez", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .with_state(Arc::clone(&app))
        .merge(graphql::router(Arc::clone(&app), settings))
        .merge(rest::router(app))
        .fallback(|| async { rest::refused(&Refusal::NoSuchPath) })
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(patience::in_time))
        .layer(from_fn(sane::sane))
        .layer(from_fn(observe))
}

/// 200 once the database answers and its schema is current, and until the server is stopping.
async fn ready(State(app): State<Arc<App>>, stopping: Stopping) -> Response {
    if !stopping.has_begun() && app.database.is_ready().await {
        (StatusCode::OK, "ok").into_response()
    } else {
        rest::refused(&Failure::Unavailable.into())
    }
}

/// A refusal in the words of the face that the path belongs to.
fn refused_at(path: &str, refusal: &Refusal) -> Response {
    match path.starts_with("/graphql") {
        true => graphql::refused(refusal),
        false => rest::refused(refusal),
    }
}

fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    rest::refused(&Failure::Internal.into())
}

/// Gives each request an id, which its answer and all its log lines carry, and logs it when it is
/// answered. Neither headers nor bodies are logged.
async fn observe(mut request: Request, next: Next) -> Response {
    let id = request_id(&request);
    request.headers_mut().insert(REQUEST_ID, id.clone());
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = tokio::time::Instant::now();
    async move {
        let mut response = next.run(request).await;
        let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        let status = response.status().as_u16();
        tracing::info!(%method, path, status, micros, "answered");
        response.headers_mut().insert(REQUEST_ID, id);
        response
    }
    .instrument(span)
    .await
}

/// The client's id, if it is short and printable, or a new one.
fn request_id(request: &Request) -> HeaderValue {
    let given = request.headers().get(REQUEST_ID).filter(|id| {
        (1..=REQUEST_ID_BYTES).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    });
    given.cloned().unwrap_or_else(|| {
        HeaderValue::try_from(Uuid::new_v4().to_string())
            .unwrap_or_else(|_| HeaderValue::from_static("-"))
    })
}
