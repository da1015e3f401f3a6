//! Timeouts of request bodies and responses, and rejection while the database is unreachable.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
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

use crate::{
    api::http::{HttpError, Stalled},
    app::App,
    error::Error,
    server::responses::error_response,
};

type BodyError = Box<dyn std::error::Error + Send + Sync>;

/// A request body that fails when the client stops sending.
pub struct BodyTimeout {
    body: Incoming,
    timeout: Duration,
    timer: Option<Pin<Box<Sleep>>>,
    waits_for_client: Arc<AtomicBool>,
}

impl BodyTimeout {
    /// Limits the time between two pieces of a body. Sets the flag while a piece is awaited.
    pub const fn new(body: Incoming, timeout: Duration, waits_for_client: Arc<AtomicBool>) -> Self {
        Self { body, timeout, timer: None, waits_for_client }
    }
}

impl Body for BodyTimeout {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            self.timer = None;
            self.waits_for_client.store(false, Ordering::Relaxed);
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        self.waits_for_client.store(true, Ordering::Relaxed);
        let timeout = self.timeout;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Some(Err(Stalled.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The timeout of a request, an extension of each that came over a connection.
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
pub async fn limit_time(request: Request, next: Next) -> Response {
    let Some(limit) = request.extensions().get::<RequestTimeout>().cloned() else {
        return next.run(request).await;
    };
    let path = request.uri().path().to_owned();
    let Ok(response) = timeout(limit.timeout, next.run(request)).await else {
        let error = match limit.waits_for_client.load(Ordering::Relaxed) {
            true => HttpError::TooSlow,
            false => Error::Unavailable.into(),
        };
        return error_response(&path, &error);
    };
    response
}

/// Rejects requests while the database is unreachable, including those in progress. A write that has
/// started finishes without its request, so that it clears the caches.
pub async fn require_database(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let error = Error::Unavailable.into();
    let path = request.uri().path().to_owned();
    if !app.database.is_up() {
        return error_response(&path, &error);
    }
    tokio::select! {
        biased;
        response = next.run(request) => response,
        () = app.database.wait_for_outage() => error_response(&path, &error),
    }
}
