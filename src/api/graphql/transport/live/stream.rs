//! One operation as a streamed response: server-sent events or `multipart/mixed`.

use axum::{
    body::{Body as HttpBody, Bytes},
    http::{
        HeaderName, HeaderValue,
        header::{CACHE_CONTROL, CONTENT_TYPE, VARY},
    },
    response::Response,
};
use engine::transport::{Framing, SpawnedStream};
use futures_util::{
    StreamExt,
    future::BoxFuture,
    stream::{self, BoxStream},
};
use std::{convert::Infallible, time::Duration};
use tokio::time::sleep;

use super::session::Session;
use crate::{
    api::{
        graphql::{
            execute::Outcome,
            transport::{api::GraphqlApi, executor::Operation},
        },
        http::Stopping,
    },
    app::{ByteLimit, Counted, Share},
    error::Error,
};

/// The state of a stream of events.
enum State {
    /// Sends outcomes, unless the stream is interrupted.
    Running(BoxStream<'static, Outcome>, BoxFuture<'static, Interruption>),
    /// Sends the end of the operation.
    Complete,
    /// Sends nothing more.
    Ended,
}

/// What ends an operation early.
enum Interruption {
    /// The credential is no longer valid.
    Expired,
    /// The server stops. The stream has no end of the operation, so that the client reconnects.
    Stopping,
}

/// Responds with the outcomes of an operation.
pub fn stream(
    api: &GraphqlApi,
    session: Session,
    operation: Operation,
    framing: Framing,
    stopping: Stopping,
) -> Response {
    let outcomes = api.run(&session.current_call(), operation);
    let share = session.unsent.clone();
    let interruption = Box::pin(async move {
        tokio::select! {
            () = session.expired() => Interruption::Expired,
            () = stopping.begun() => Interruption::Stopping,
        }
    });
    let heartbeat = api.timeouts.heartbeat;
    let state = State::Running(outcomes, interruption);
    let parts = stream::unfold((state, share), move |(state, share)| async move {
        let (part, state) = next(state, framing, heartbeat, &share).await?;
        Some((part, (state, share)))
    });
    let parts = stream::iter([framing.beginning()]).chain(parts).boxed();
    let parts = SpawnedStream::new(parts, Bytes::len).flat_map(|batch| stream::iter(frames(batch)));
    let mut response = Response::new(HttpBody::from_stream(parts.map(Ok::<_, Infallible>)));
    for (name, value) in [
        (CONTENT_TYPE, framing.content_type()),
        (CACHE_CONTROL, "private, no-store"),
        (VARY, "Accept"),
        // Proxies must not buffer the response.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A part whose bytes are held until they are sent.
fn unsent(part: Bytes, share: &Share) -> Result<Bytes, Error> {
    Ok(match share.hold(part.len())? {
        Some(held) => Bytes::from_owner(Counted { bytes: part, held }),
        None => part,
    })
}

/// The parts of a batch as few pieces. Small ones are joined; the last one is not if it is held.
fn frames(mut batch: Vec<Bytes>) -> impl Iterator<Item = Bytes> {
    let held = batch.pop_if(|last| last.len() > ByteLimit::SMALL);
    let small = (!batch.is_empty()).then(|| Bytes::from(batch.concat()));
    small.into_iter().chain(held)
}

/// Why the server ends the stream.
fn error_part(framing: Framing, error: &Error) -> Bytes {
    framing.error(&Outcome::refused(error))
}

/// The next part of the stream, or a heartbeat after its interval.
async fn next(
    state: State,
    framing: Framing,
    heartbeat: Duration,
    share: &Share,
) -> Option<(Bytes, State)> {
    match state {
        State::Running(mut outcomes, mut interruption) => tokio::select! {
            biased;
            interruption = &mut interruption => match interruption {
                Interruption::Expired => {
                    Some((error_part(framing, &Error::Unauthenticated), State::Complete))
                }
                Interruption::Stopping => None,
            },
            outcome = outcomes.next() => match outcome {
                Some(outcome) => match unsent(framing.outcome(&outcome), share) {
                    Ok(part) => Some((part, State::Running(outcomes, interruption))),
                    Err(error) => Some((error_part(framing, &error), State::Complete)),
                },
                None => Some((framing.completion(), State::Ended)),
            },
            () = sleep(heartbeat) => {
                Some((framing.heartbeat(), State::Running(outcomes, interruption)))
            }
        },
        State::Complete => Some((framing.completion(), State::Ended)),
        State::Ended => None,
    }
}
