//! `/metrics`, on a listener of its own, for operators.

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::get,
};
use prometheus_client::metrics::gauge::Gauge;
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{net::TcpListener, time::timeout};

use super::limits::Limits;
use crate::{
    api::http::Stopping,
    app::App,
    server::connection::{ConnectionLimit, Server, accept},
};

/// The media type of OpenMetrics.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Timeout of the query for the feed's lag. Without its result, the other metrics are served.
const QUERY_TIMEOUT: Duration = Duration::from_secs(1);
/// Most open connections of scrapers.
const CONNECTIONS: usize = 16;

/// Serves `GET /metrics` while the process runs.
pub async fn serve_metrics(app: Arc<App>, listener: &TcpListener) -> Infallible {
    let limits = Limits { connections: CONNECTIONS, ..Limits::default() };
    let connections = ConnectionLimit::new(limits.connections, Gauge::default());
    let requests = app.held_requests.clone();
    let server = Server::new(metrics_router(app), limits, Stopping::default(), requests, None);
    accept(listener, &connections, &Arc::new(server)).await
}

/// The router of that listener.
pub fn metrics_router(app: Arc<App>) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(app)
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    app.metrics.pools(&app.database.pools());
    app.metrics.slow_statements.set(app.concurrency.slow_statements());
    if let Ok(Ok((events, oldest))) = timeout(QUERY_TIMEOUT, app.feed.lag(&app.database)).await {
        let age = oldest.map(|oldest| app.clock.now().to_chrono() - oldest.to_chrono());
        app.metrics.behind(events, age.map_or(0.0, |age| age.as_seconds_f64().max(0.0)));
    }
    match app.metrics.text() {
        Ok(text) => ([(CONTENT_TYPE, OPENMETRICS)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
