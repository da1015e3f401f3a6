//! Accepting connections, until told to stop, and then seeing them out.

use std::{convert::Infallible, io::ErrorKind, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    sync::watch,
    time::{Instant, sleep, timeout},
};

use super::{
    connection::{LINGER, Serving},
    limit::Open,
};
use crate::{
    api::{
        graphql::Settings,
        http::{Limiter, Stopping},
    },
    app::App,
    operations::accounts,
    server::{limits::Limits, router::router},
};

/// How long accepting rests when the system has no more to give.
const REST: Duration = Duration::from_millis(500);
/// How long sending the last spans may take when nothing is left of the grace.
const LAST_SPANS: Duration = Duration::from_secs(1);

/// Serves until told to stop, then until the requests under way are answered, but not for ever.
///
/// Who comes meanwhile is served too, so that nobody who was on the way is turned off; in the
/// second half of the grace nobody is let in any more.
pub async fn serve(
    app: Arc<App>,
    settings: &Settings,
    limits: Limits,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send,
) {
    accounts::invalidate_caches(&app);
    let (stopping, stopped) = watch::channel(false);
    let metrics = &app.metrics;
    metrics.connection_limit.set(i64::try_from(limits.connections).unwrap_or(i64::MAX));
    let open = Open::new(limits.connections, metrics.connections.clone());
    let grace = limits.grace;
    let limiter = Limiter::new(&limits.rates, metrics);
    let router = router(Arc::clone(&app), settings);
    let serving = Serving::new(router, limits, Stopping::when(stopped)).limited(limiter);
    let serving = Arc::new(serving);
    tokio::select! {
        never = accept(&listener, &open, &serving) => match never {},
        () = stop => {}
    }
    tracing::info!("stopping");
    stopping.send_replace(true);
    let stopped = Instant::now();
    let out = async {
        {
            let mut gone = pin!(async {
                sleep(LINGER).await;
                open.none().await;
            });
            tokio::select! {
                never = accept(&listener, &open, &serving) => match never {},
                () = &mut gone => {}
                () = sleep(grace / 2) => {}
            }
        }
        drop(listener);
        open.none().await;
    };
    if timeout(grace, out).await.is_err() {
        tracing::warn!("stopped with requests still under way");
    }
    if let Some(traces) = app.traces.get() {
        traces.flush(grace.saturating_sub(stopped.elapsed()).max(LAST_SPANS)).await;
    }
}

/// Accepts connections and serves each.
pub async fn accept(listener: &TcpListener, open: &Open, serving: &Arc<Serving>) -> Infallible {
    loop {
        let place = open.place().await;
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Such a client has gone again.
            Err(error) if is_of_one_connection(error.kind()) => continue,
            Err(error) => {
                // Too many open files, for example: that passes.
                tracing::error!(%error, "a connection could not be accepted");
                sleep(REST).await;
                continue;
            }
        };
        // Without this small answers wait for an acknowledgement. An error means it is gone.
        let _ = stream.set_nodelay(true);
        tokio::spawn(Arc::clone(serving).connection(stream, open.take(place)));
    }
}

const fn is_of_one_connection(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionRefused | ErrorKind::ConnectionReset
    )
}
