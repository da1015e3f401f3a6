//! How long the server waits for the body of a request, and the client for its answer: not at all
//! for a database that is away.

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
    server::router::refused_at,
};

type BodyError = Box<dyn std::error::Error + Send + Sync>;

/// A body that may not stand still for long.
pub struct Paced {
    body: Incoming,
    within: Duration,
    timer: Option<Pin<Box<Sleep>>>,
    behind: Arc<AtomicBool>,
}

impl Paced {
    /// Each piece of the body within so long. Tells whether somebody waits for the next one.
    pub const fn new(body: Incoming, within: Duration, behind: Arc<AtomicBool>) -> Self {
        Self { body, within, timer: None, behind }
    }
}

impl Body for Paced {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            self.timer = None;
            self.behind.store(false, Ordering::Relaxed);
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        self.behind.store(true, Ordering::Relaxed);
        let within = self.within;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(within)));
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

/// How long an answer may take.
#[derive(Clone)]
pub struct Patience {
    answer: Duration,
    behind: Arc<AtomicBool>,
}

impl Patience {
    /// So long. It tells who it is that is behind: the client, when its body is waited for.
    pub const fn new(answer: Duration, behind: Arc<AtomicBool>) -> Self {
        Self { answer, behind }
    }
}

/// Refuses a request that takes too long until its answer begins; what streams may stream on.
pub async fn in_time(request: Request, next: Next) -> Response {
    let Some(Patience { answer, behind }) = request.extensions().get().cloned() else {
        return next.run(request).await;
    };
    let path = request.uri().path().to_owned();
    let Ok(response) = timeout(answer, next.run(request)).await else {
        let refusal = match behind.load(Ordering::Relaxed) {
            true => HttpError::TooSlow,
            false => Error::Unavailable.into(),
        };
        return refused_at(&path, &refusal);
    };
    response
}

/// Refuses requests while the database is away, those that wait for it when it goes too. A write
/// that has begun goes on without its request, so that what it clears is cleared.
pub async fn while_up(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let refusal = Error::Unavailable.into();
    let path = request.uri().path().to_owned();
    if !app.database.is_up() {
        return refused_at(&path, &refusal);
    }
    tokio::select! {
        biased;
        response = next.run(request) => response,
        () = app.database.wait_for_outage() => refused_at(&path, &refusal),
    }
}
