//! Serves one connection until it is closed or becomes a WebSocket.

use axum::{
    Router,
    body::Body,
    http::{
        HeaderValue, Method, Request, StatusCode, Version,
        header::{CONNECTION, EXPECT, TRANSFER_ENCODING, UPGRADE},
    },
};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
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
    io::ConnectionIo,
    limit::ConnectionPermit,
    state::{ConnectionState, Waiting},
    streams::StreamExecutor,
    tracked_body::TrackedBody,
};
use crate::{
    api::http::{Allowance, Limiter, Stopping, Upgrade},
    app::{ByteLimit, BytePermit},
    server::{
        layers::{BodyTimeout, RequestTimeout, Unread},
        limits::Limits,
    },
};

/// How long a stopping server keeps a silent connection open. Requests that are already on the way
/// are still answered.
pub const LINGER: Duration = Duration::from_millis(100);
/// Most concurrent requests on an HTTP/2 connection.
const STREAMS: u32 = 128;
/// Most streams that a client may reset unhandled.
const RESETS: usize = 20;
/// Maximum bytes of the headers of an HTTP/2 request. HTTP/1 allows as many for a query in a URL.
const HEADER_BYTES: u32 = 64 * 1024;
/// Bytes of what a connection has read, and of what it is to write. It keeps a buffer of that size.
const BUFFER_BYTES: usize = 128 * 1024;
/// Interval and timeout of HTTP/2 pings.
const PING: Duration = Duration::from_secs(20);

/// What all connections of a listener share.
pub struct Server {
    builder: Builder<StreamExecutor>,
    router: Router,
    limits: Limits,
    requests: ByteLimit,
    stopping: Stopping,
    limiter: Option<Arc<Limiter>>,
}

/// The next deadline of a connection.
enum Deadline {
    /// None.
    None,
    /// Closes it after the requests in progress.
    Close(Instant),
    /// Drops it.
    Drop(Instant),
}

impl Server {
    /// A server for a router.
    pub fn new(
        router: Router,
        limits: Limits,
        stopping: Stopping,
        requests: ByteLimit,
        limiter: Option<Arc<Limiter>>,
    ) -> Self {
        let mut builder = Builder::new(StreamExecutor { timeout: limits.answer });
        // hyper's timeout for heads also runs between requests, and not before the first byte.
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(None)
            .max_buf_size(BUFFER_BYTES);
        builder
            .http2()
            .timer(TokioTimer::new())
            // WebSockets over HTTP/2.
            .enable_connect_protocol()
            .max_concurrent_streams(STREAMS)
            .max_pending_accept_reset_streams(RESETS)
            .max_header_list_size(HEADER_BYTES)
            .keep_alive_interval(PING)
            .keep_alive_timeout(PING);
        Self { builder, router, limits, requests, stopping, limiter }
    }

    /// Serves a connection.
    pub async fn serve(self: Arc<Self>, stream: TcpStream, permit: ConnectionPermit) {
        let state = Arc::new(ConnectionState::new());
        // A client that has already disconnected has no address.
        let peer = stream.peer_addr().map(|peer| peer.ip()).ok();
        let io = ConnectionIo::new(stream, Arc::clone(&state), permit);
        let service = service_fn(|request| self.answer(&state, peer, request));
        let connection = self.builder.serve_connection_with_upgrades(TokioIo::new(io), service);
        let mut connection = pin!(connection);
        let mut stop = pin!(self.stopping.clone().begun());
        let mut timer = pin!(sleep_until(Instant::now() + self.limits.head));
        let (mut stopping, mut closing) = (None, false);
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
                // On HTTP/1 the state only changes while the connection is polled, so this is current.
                let deadline = self.deadline(state.waiting(), stopping, closing);
                let (Deadline::Close(at) | Deadline::Drop(at)) = deadline else {
                    return Poll::Pending;
                };
                if at <= Instant::now() {
                    if matches!(deadline, Deadline::Drop(_)) {
                        return Poll::Ready(());
                    }
                    connection.as_mut().graceful_shutdown();
                    closing = true;
                    continue;
                }
                // An early timer does no harm, and saves resetting it for each request.
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

    fn deadline(
        &self,
        waiting: Option<(Waiting, Instant)>,
        stopping: Option<Instant>,
        closing: bool,
    ) -> Deadline {
        let Limits { head, idle, answer, .. } = self.limits;
        match (waiting, stopping) {
            (None | Some((Waiting::Room, _)), Some(stopping)) if !closing => {
                Deadline::Close(stopping)
            }
            (None, _) => Deadline::None,
            (Some((Waiting::Room, since)), _) => Deadline::Drop(since + answer),
            (Some((Waiting::First | Waiting::Next, since)), Some(stopping)) if !closing => {
                Deadline::Close(since.max(stopping) + LINGER)
            }
            (Some((Waiting::First | Waiting::Head, since)), _) => Deadline::Drop(since + head),
            (Some((Waiting::Next, since)), _) if !closing => Deadline::Close(since + idle),
            // The client doesn't read the last response.
            (Some((Waiting::Next, since)), _) => Deadline::Drop(since + idle + head),
        }
    }

    fn answer(
        &self,
        state: &Arc<ConnectionState>,
        peer: Option<IpAddr>,
        request: Request<Incoming>,
    ) -> impl Future<Output = Result<axum::http::Response<TrackedBody>, Infallible>> + Send + use<>
    {
        let guard = state.start_request(request.version());
        let waits_for_client = Arc::new(AtomicBool::new(false));
        let timeout = RequestTimeout::new(self.limits.answer, Arc::clone(&waits_for_client));
        let requests = self.requests.clone();
        let body_timeout = self.limits.body;
        let unread = Unread::default();
        let mut request = request.map(|body| {
            let timed =
                BodyTimeout::new(body, unread.clone(), body_timeout, waits_for_client, requests);
            Body::new(timed)
        });
        request.extensions_mut().insert(self.stopping.clone());
        request.extensions_mut().insert(timeout);
        if request.method() == Method::CONNECT {
            let stream = state.start_request(request.version());
            request.extensions_mut().insert(Upgrade::of_stream(state.clone(), stream));
        } else if request.headers().contains_key(UPGRADE) {
            request.extensions_mut().insert(Upgrade::of_connection(state.clone()));
        }
        if let Some(limiter) = &self.limiter {
            let allowance = Allowance::new(limiter, peer, request.headers());
            request.extensions_mut().insert(allowance);
        }
        // hyper silently drops a Content-Length beside it. A proxy may have used that one and taken the
        // following request for the rest of this body.
        let last = request.headers().contains_key(TRANSFER_ENCODING);
        let shares_stream = request.version() < Version::HTTP_2;
        // Such a client sends the body only if it is asked to.
        let waits = request.headers().contains_key(EXPECT);
        let answer = self.router.clone().call(request);
        async move {
            let mut response = answer.await?;
            let is_late = waits || response.status() == StatusCode::REQUEST_TIMEOUT;
            let is_read =
                !shares_stream || if is_late { !unread.is_left() } else { unread.drain().await };
            if last || !is_read {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            let held = response.extensions_mut().remove::<Arc<BytePermit>>();
            Ok(response.map(|body| TrackedBody::new(body, guard, held)))
        }
    }
}
