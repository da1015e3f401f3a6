//! Accepts connections, and lets requests finish when the server stops.

use std::{convert::Infallible, io::ErrorKind, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    sync::watch,
    time::{Instant, sleep, timeout},
};

use super::{
    limit::ConnectionLimit,
    server::{LINGER, Server},
};
use crate::{
    api::{
        graphql::Settings,
        http::{Limiter, Stopping},
    },
    app::App,
    operations::callers,
    server::{limits::Limits, router::router_for_origins},
};

/// Pause after a failed accept, such as without free file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(500);

/// Errors of a connection that is gone, and not of the listener.
const OF_ONE_CONNECTION: [ErrorKind; 3] =
    [ErrorKind::ConnectionAborted, ErrorKind::ConnectionRefused, ErrorKind::ConnectionReset];

/// Serves until `stop` ends, then answers the requests in progress. That takes the grace period at
/// most. Returns what is left of it.
///
/// In the first half of the grace period new connections are still accepted, so that clients which are
/// about to connect are answered.
pub async fn serve(
    app: Arc<App>,
    settings: &Settings,
    limits: Limits,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send,
) -> Duration {
    callers::invalidate_caches(&app);
    let (stopping, stopped) = watch::channel(false);
    let metrics = &app.metrics;
    metrics.connection_limit.set(i64::try_from(limits.connections).unwrap_or(i64::MAX));
    for held in [&app.held_requests, &app.held_responses, &app.held_subscriptions] {
        held.set_limit(limits.held_bytes);
    }
    let connections = ConnectionLimit::new(limits.connections, metrics.connections.clone());
    let grace = limits.grace;
    let limiter = Limiter::new(&limits.rates, metrics);
    let router = router_for_origins(Arc::clone(&app), settings, limits.origins.clone());
    let (stopped, requests) = (Stopping::when(stopped), app.held_requests.clone());
    let server = Arc::new(Server::new(router, limits, stopped, requests, limiter));
    tokio::select! {
        never = accept(&listener, &connections, &server) => match never {},
        () = stop => {}
    }
    tracing::info!("stopping");
    stopping.send_replace(true);
    let stopped = Instant::now();
    let drained = async {
        {
            let mut closed = pin!(async {
                sleep(LINGER).await;
                connections.closed().await;
            });
            tokio::select! {
                never = accept(&listener, &connections, &server) => match never {},
                () = &mut closed => {}
                () = sleep(grace / 2) => {}
            }
        }
        drop(listener);
        connections.closed().await;
    };
    if timeout(grace, drained).await.is_err() {
        tracing::warn!("stopped with requests still in progress");
    }
    grace.saturating_sub(stopped.elapsed())
}

/// Accepts connections and serves each in a task.
pub async fn accept(
    listener: &TcpListener,
    limit: &ConnectionLimit,
    server: &Arc<Server>,
) -> Infallible {
    loop {
        let permit = limit.acquire().await;
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // The client has already disconnected.
            Err(error) if OF_ONE_CONNECTION.contains(&error.kind()) => continue,
            Err(error) => {
                // Such as too many open files, which is temporary.
                tracing::error!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        // Otherwise small responses wait for an acknowledgement. An error means that the client left.
        let _ = stream.set_nodelay(true);
        tokio::spawn(Arc::clone(server).serve(stream, limit.open(permit)));
    }
}
