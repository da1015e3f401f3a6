//! One connection, from the first byte to the last, or until it becomes a socket.

use axum::{
    Router,
    body::Body,
    http::{
        HeaderValue, Request,
        header::{CONNECTION, TRANSFER_ENCODING},
    },
};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::Builder,
};
use std::{
    convert::Infallible,
    future::poll_fn,
    net::IpAddr,
    pin::pin,
    sync::{Arc, atomic::AtomicBool},
    task::Poll,
    time::Duration,
};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep_until},
};
use tower::Service;

use super::{
    io::Wire,
    limit::Held,
    state::{Activity, Answering, Doing, Waiting},
};
use crate::{
    api::http::{Allowance, Limiter, Stopping},
    server::{
        layers::{Paced, Patience},
        limits::Limits,
    },
};

/// How long a stopping server listens to a connection that says nothing: what was sent before its
/// client could know is still answered.
pub const LINGER: Duration = Duration::from_millis(100);
/// Most requests at once on a connection of HTTP/2.
const STREAMS: u32 = 128;
/// Most streams that a client may have reset before they were looked at.
const RESETS: usize = 20;
/// Most bytes of the headers of a request of HTTP/2: a query in a URL is as long as in HTTP/1.
const HEADER_BYTES: u32 = 64 * 1024;
/// How often a client of HTTP/2 is asked for a sign of life, and how long it may take.
const PING: Duration = Duration::from_secs(20);

/// What all connections share.
pub struct Serving {
    builder: Builder<TokioExecutor>,
    router: Router,
    limits: Limits,
    stopping: Stopping,
    limiter: Option<Arc<Limiter>>,
}

/// What is due on a connection.
enum Due {
    /// Nothing that time brings.
    Nothing,
    /// Telling it to end after what is under way.
    Tell(Instant),
    /// Dropping it.
    Drop(Instant),
}

impl Serving {
    /// The router, within these limits.
    pub fn new(router: Router, limits: Limits, stopping: Stopping) -> Self {
        let mut builder = Builder::new(TokioExecutor::new());
        // The library's clock for heads runs between requests too, and not before the first byte.
        builder.http1().timer(TokioTimer::new()).header_read_timeout(None);
        builder
            .http2()
            .timer(TokioTimer::new())
            // Sockets over HTTP/2.
            .enable_connect_protocol()
            .max_concurrent_streams(STREAMS)
            .max_pending_accept_reset_streams(RESETS)
            .max_header_list_size(HEADER_BYTES)
            .keep_alive_interval(PING)
            .keep_alive_timeout(PING);
        Self { builder, router, limits, stopping, limiter: None }
    }

    /// The same, with what counts how often whom asks.
    pub fn limited(self, limiter: Option<Arc<Limiter>>) -> Self {
        Self { limiter, ..self }
    }

    /// Serves a connection.
    pub async fn connection(self: Arc<Self>, stream: TcpStream, held: Held) {
        let activity = Arc::new(Activity::new());
        // Whoever has gone again already has none.
        let peer = stream.peer_addr().map(|peer| peer.ip()).ok();
        let wire = Wire::new(stream, Arc::clone(&activity), held);
        let service = service_fn(|request| self.answer(&activity, peer, request));
        let connection = self.builder.serve_connection_with_upgrades(TokioIo::new(wire), service);
        let mut connection = pin!(connection);
        let mut stop = pin!(self.stopping.clone().begun());
        let mut timer = pin!(sleep_until(Instant::now() + self.limits.head));
        let (mut stopping, mut told) = (None, false);
        poll_fn(|context| {
            if stopping.is_none() && stop.as_mut().poll(context).is_ready() {
                stopping = Some(Instant::now());
            }
            loop {
                if let Poll::Ready(ended) = connection.as_mut().poll(context) {
                    if let Err(error) = ended {
                        tracing::debug!(error, "a connection broke off");
                    }
                    return Poll::Ready(());
                }
                // Whatever changes on HTTP/1 changes while it is polled, so this is up to date.
                let due = self.due(activity.now(), stopping, told);
                let (Due::Tell(at) | Due::Drop(at)) = due else {
                    return Poll::Pending;
                };
                if at <= Instant::now() {
                    if matches!(due, Due::Drop(_)) {
                        return Poll::Ready(());
                    }
                    connection.as_mut().graceful_shutdown();
                    told = true;
                    continue;
                }
                // A timer that is early does no harm and saves setting it for each request.
                if at < timer.deadline() || timer.is_elapsed() {
                    timer.as_mut().reset(at);
                }
                if timer.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
            }
        })
        .await;
    }

    fn due(&self, doing: Doing, stopping: Option<Instant>, told: bool) -> Due {
        let Limits { head, idle, .. } = self.limits;
        match (doing.waiting, stopping) {
            (None, Some(stopping)) if !told => Due::Tell(stopping),
            (None, _) => Due::Nothing,
            (Some((Waiting::First | Waiting::Next, since)), Some(stopping)) if !told => {
                Due::Tell(since.max(stopping) + LINGER)
            }
            (Some((Waiting::First | Waiting::Head, since)), _) => Due::Drop(since + head),
            (Some((Waiting::Next, since)), _) if !told => Due::Tell(since + idle),
            // HTTP/2 ends once its last stream has, and those can be sockets.
            (Some((Waiting::Next, _)), _) if doing.http2 => Due::Nothing,
            // Whoever doesn't even take the last answer.
            (Some((Waiting::Next, since)), _) => Due::Drop(since + idle + head),
        }
    }

    fn answer(
        &self,
        activity: &Arc<Activity>,
        peer: Option<IpAddr>,
        request: Request<Incoming>,
    ) -> impl Future<Output = Result<axum::http::Response<Answering>, Infallible>> + Send + use<>
    {
        let busy = activity.begin(request.version());
        let behind = Arc::new(AtomicBool::new(false));
        let (within, patience) =
            (self.limits.body, Patience::new(self.limits.answer, Arc::clone(&behind)));
        let mut request = request.map(|body| Body::new(Paced::new(body, within, behind)));
        request.extensions_mut().insert(self.stopping.clone());
        request.extensions_mut().insert(patience);
        if let Some(limiter) = &self.limiter {
            let allowance = Allowance::of(limiter, peer, request.headers());
            request.extensions_mut().insert(allowance);
        }
        // It may have come with a Content-Length too, which the library drops without a word: what
        // follows, a proxy may have taken for its body.
        let last = request.headers().contains_key(TRANSFER_ENCODING);
        let answer = self.router.clone().call(request);
        async move {
            let mut response = answer.await?;
            if last {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok(response.map(|body| Answering::new(body, busy)))
        }
    }
}
