//! One operation as a streamed response: server-sent events or `multipart/mixed`.

use axum::{
    body::{Body as HttpBody, Bytes},
    http::{
        HeaderName, HeaderValue,
        header::{CACHE_CONTROL, CONTENT_TYPE, VARY},
    },
    response::Response,
};
use futures_util::{
    StreamExt,
    future::BoxFuture,
    stream::{self, BoxStream},
};
use std::{convert::Infallible, time::Duration};
use tokio::time::sleep;

use super::{framing::Framing, session::Session, spawned::SpawnedStream};
use crate::{
    api::{
        graphql::{
            error::refused,
            execute::Outcome,
            transport::{api::GraphqlApi, executor::Operation},
        },
        http::Stopping,
    },
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
    let interruption = Box::pin(async move {
        tokio::select! {
            () = session.expired() => Interruption::Expired,
            () = stopping.begun() => Interruption::Stopping,
        }
    });
    let heartbeat = api.timeouts.heartbeat;
    let state = State::Running(outcomes, interruption);
    let parts = stream::unfold(state, move |state| next(state, framing, heartbeat));
    let parts = stream::iter([framing.beginning()]).chain(parts).boxed();
    let parts = SpawnedStream::new(parts, Bytes::len).map(|batch| Bytes::from(batch.concat()));
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

/// The next part of the stream; a heartbeat when there is none for its time.
async fn next(state: State, framing: Framing, heartbeat: Duration) -> Option<(Bytes, State)> {
    match state {
        State::Running(mut outcomes, mut interruption) => tokio::select! {
            biased;
            interruption = &mut interruption => match interruption {
                Interruption::Expired => {
                    let outcome = Outcome::of_errors(vec![refused(&Error::Unauthenticated)]);
                    Some((framing.error(&outcome), State::Complete))
                }
                Interruption::Stopping => None,
            },
            outcome = outcomes.next() => match outcome {
                Some(outcome) => {
                    Some((framing.outcome(&outcome), State::Running(outcomes, interruption)))
                }
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
