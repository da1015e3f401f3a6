//! Serves one connection until it is closed or becomes a WebSocket.

use axum::{
    Router,
    body::Body,
    http::{
        HeaderValue, Request, StatusCode,
        header::{CONNECTION, EXPECT, TRANSFER_ENCODING, UPGRADE},
    },
};
use hyper::{body::Incoming, server::conn::http1::Builder, service::service_fn};
use hyper_util::rt::TokioIo;
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
/// Bytes of what a connection has read, and of what it is to write. It keeps a buffer of that size.
const BUFFER_BYTES: usize = 128 * 1024;

/// What all connections of a listener share.
pub struct Server {
    builder: Builder,
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
        let mut builder = Builder::new();
        // hyper's timeout for heads also runs between requests, and not before the first byte.
        builder.header_read_timeout(None).max_buf_size(BUFFER_BYTES);
        Self { builder, router, limits, requests, stopping, limiter }
    }

    /// Serves a connection.
    pub async fn serve(self: Arc<Self>, stream: TcpStream, permit: ConnectionPermit) {
        let state = Arc::new(ConnectionState::new());
        // A client that has already disconnected has no address.
        let peer = stream.peer_addr().map(|peer| peer.ip()).ok();
        let io = ConnectionIo::new(stream, Arc::clone(&state), permit);
        let service = service_fn(|request| self.answer(&state, peer, request));
        let connection = self.builder.serve_connection(TokioIo::new(io), service).with_upgrades();
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
                        tracing::debug!(%error, "a connection broke off");
                    }
                    return Poll::Ready(());
                }
                // The state only changes while the connection is polled, so this is current.
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
        let guard = state.start_request();
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
        if request.headers().contains_key(UPGRADE) {
            request.extensions_mut().insert(Upgrade::of(state.clone()));
        }
        if let Some(limiter) = &self.limiter {
            let allowance = Allowance::new(limiter, peer, request.headers());
            request.extensions_mut().insert(allowance);
        }
        // hyper silently drops a Content-Length beside it. A proxy may have used that one and taken the
        // following request for the rest of this body.
        let last = request.headers().contains_key(TRANSFER_ENCODING);
        // Such a client sends the body only if it is asked to.
        let waits = request.headers().contains_key(EXPECT);
        let answer = self.router.clone().call(request);
        async move {
            let mut response = answer.await?;
            let is_late = waits || response.status() == StatusCode::REQUEST_TIMEOUT;
            let is_read = if is_late { !unread.is_left() } else { unread.drain().await };
            if last || !is_read {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            let held = response.extensions_mut().remove::<Arc<BytePermit>>();
            Ok(response.map(|body| TrackedBody::new(body, guard, held)))
        }
    }
}
