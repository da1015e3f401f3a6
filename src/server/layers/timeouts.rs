//! Timeouts of bodies and responses, and rejection during database outages.

use axum::{BoxError, response::Response};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::time::{Sleep, sleep, timeout};

use super::unread::Unread;
use crate::{
    api::http::HttpError,
    app::{ByteLimit, BytePermit},
    error::Error,
    store::database::Database,
    telemetry::request_log,
};

/// A request body that fails when the client stops sending.
pub struct BodyTimeout {
    /// `None` only while it is dropped.
    body: Option<Incoming>,
    /// Where the body goes when it is dropped before its end.
    unread: Unread,
    timeout: Duration,
    timer: Option<Pin<Box<Sleep>>>,
    waits_for_client: Arc<AtomicBool>,
    requests: ByteLimit,
    /// What is counted of the body.
    held: Option<BytePermit>,
}

impl BodyTimeout {
    /// Limits the time between two pieces of a body. Sets the flag while a piece is awaited.
    pub fn new(
        body: Incoming,
        unread: Unread,
        timeout: Duration,
        waits_for_client: Arc<AtomicBool>,
        requests: ByteLimit,
    ) -> Self {
        let (body, timer, held) = (Some(body), None, None);
        Self { body, unread, timeout, timer, waits_for_client, requests, held }
    }

    /// Holds a part of the body, if that is not too much. A body that arrives whole is not counted.
    fn hold(&mut self, part: &Frame<Bytes>) -> Result<(), HttpError> {
        let bytes = part.data_ref().map_or(0, Bytes::len);
        if self.held.is_none() && self.is_end_stream() {
            return Ok(());
        }
        // Only the bodies of authenticated callers are read.
        let requests = &self.requests;
        let new = || requests.share(request_log::caller_account()).none();
        self.held.get_or_insert_with(new).add(bytes).map_err(HttpError::from)
    }
}

impl Drop for BodyTimeout {
    fn drop(&mut self) {
        if let Some(body) = self.body.take() {
            self.unread.keep(body);
        }
    }
}

impl Body for BodyTimeout {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            self.timer = None;
            self.waits_for_client.store(false, Ordering::Relaxed);
            return Poll::Ready(frame.map(|frame| {
                let part = frame?;
                self.hold(&part)?;
                Ok(part)
            }));
        }
        self.waits_for_client.store(true, Ordering::Relaxed);
        let timeout = self.timeout;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Some(Err(HttpError::TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::default, Body::size_hint)
    }
}

/// The timeout of a request, an extension from its connection.
#[derive(Clone)]
pub struct RequestTimeout {
    timeout: Duration,
    waits_for_client: Arc<AtomicBool>,
}

impl RequestTimeout {
    /// A timeout. The flag says that the server waits for the client's body.
    pub const fn new(timeout: Duration, waits_for_client: Arc<AtomicBool>) -> Self {
        Self { timeout, waits_for_client }
    }
}

/// Rejects a request whose response doesn't start in time. A response that streams may go on.
pub async fn limit_time(
    limit: Option<RequestTimeout>,
    response: impl Future<Output = Result<Response, Error>>,
) -> Result<Response, HttpError> {
    let Some(limit) = limit else {
        return Ok(response.await?);
    };
    match timeout(limit.timeout, response).await {
        Ok(response) => Ok(response?),
        Err(_) if limit.waits_for_client.load(Ordering::Relaxed) => Err(HttpError::TooSlow),
        Err(_) => Err(Error::Unavailable.into()),
    }
}

/// Rejects requests while the database is unreachable, including those in progress. A write that has
/// started finishes without its request, so that it clears the caches.
pub async fn require_database(
    database: &Database,
    response: impl Future<Output = Result<Response, Error>>,
) -> Result<Response, Error> {
    if !database.is_up() {
        return Err(Error::Unavailable);
    }
    tokio::select! {
        biased;
        response = response => response,
        () = database.wait_for_outage() => Err(Error::Unavailable),
    }
}
