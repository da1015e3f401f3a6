//! GraphQL over server-sent events: one operation for each connection.

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

use super::{session::Session, spawned::SpawnedStream};
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
    /// Sends the `complete` event.
    Complete,
    /// Sends nothing more.
    Ended,
}

/// What ends an operation early.
enum Interruption {
    /// The credential is no longer valid.
    Expired,
    /// The server stops. There is no `complete` event, so that the client reconnects.
    Stopping,
}

/// Responds with the outcomes of an operation as events.
pub fn events(
    api: &GraphqlApi,
    session: Session,
    operation: Operation,
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
    let events = stream::unfold(state, move |state| next(state, heartbeat));
    // Some browsers open the stream only once its first bytes arrive.
    let events = stream::iter([comment()]).chain(events).boxed();
    let events = SpawnedStream::new(events, Bytes::len).map(|batch| Bytes::from(batch.concat()));
    let mut response = Response::new(HttpBody::from_stream(events.map(Ok::<_, Infallible>)));
    for (name, value) in [
        (CONTENT_TYPE, "text/event-stream; charset=utf-8"),
        (CACHE_CONTROL, "private, no-store"),
        (VARY, "Accept"),
        // Proxies must not buffer the response.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The next part of the stream; a comment when there is none for the time of a heartbeat.
async fn next(state: State, heartbeat: Duration) -> Option<(Bytes, State)> {
    match state {
        State::Running(mut outcomes, mut interruption) => tokio::select! {
            biased;
            interruption = &mut interruption => match interruption {
                Interruption::Expired => {
                    let outcome = Outcome::of_errors(vec![refused(&Error::Unauthenticated)]);
                    Some((event(&outcome), State::Complete))
                }
                Interruption::Stopping => None,
            },
            outcome = outcomes.next() => match outcome {
                Some(outcome) => Some((event(&outcome), State::Running(outcomes, interruption))),
                None => Some((complete(), State::Ended)),
            },
            () = sleep(heartbeat) => Some((comment(), State::Running(outcomes, interruption))),
        },
        State::Complete => Some((complete(), State::Ended)),
        State::Ended => None,
    }
}

/// A `next` event. JSON has no line breaks, so its data is one line.
fn event(outcome: &Outcome) -> Bytes {
    let mut event = b"event: next\ndata: ".to_vec();
    outcome.write(&mut event);
    event.extend_from_slice(b"\n\n");
    event.into()
}

/// The `complete` event. Clients ignore an event without a data line, so it has an empty one.
fn complete() -> Bytes {
    Bytes::from_static(b"event: complete\ndata: \n\n")
}

fn comment() -> Bytes {
    Bytes::from_static(b":\n\n")
}
