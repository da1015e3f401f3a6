//! GraphQL over server-sent events, a connection for each operation.

use async_graphql::Response as Outcome;
use axum::{
    body::Body as HttpBody,
    http::{
        HeaderName, HeaderValue,
        header::{CACHE_CONTROL, CONTENT_TYPE},
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

use super::{driven::Driven, session::Session};
use crate::{
    api::{
        graphql::{
            resolve,
            transport::{
                executor::{Api, Asked},
                http::Body,
            },
        },
        http::Stopping,
    },
    error::Error,
};

/// What is still to come of an operation.
enum Rest {
    /// Outcomes, unless something ends them.
    Running(BoxStream<'static, Outcome>, BoxFuture<'static, Ending>),
    /// That it has ended.
    Complete,
    /// Nothing.
    Nothing,
}

/// What ends an operation before its time.
enum Ending {
    /// The credential is no longer valid.
    Lost,
    /// The server is stopping: the client is to come again, so it is not told that this was all.
    Stopping,
}

/// Answers with the outcomes of an operation as events.
pub fn events(api: &Api, session: Session, asked: Asked, stopping: Stopping) -> Response {
    let outcomes = api.run(&session.viewing(), asked);
    let ending = Box::pin(async move {
        tokio::select! {
            () = session.lost() => Ending::Lost,
            () = stopping.begun() => Ending::Stopping,
        }
    });
    let heartbeat = api.pace.heartbeat;
    let events = stream::unfold(Rest::Running(outcomes, ending), move |rest| next(rest, heartbeat));
    // Some browsers take the answer for begun only once there is something of it.
    let events = Driven::new(stream::iter([comment()]).chain(events).boxed());
    let mut response = Response::new(HttpBody::from_stream(events.map(Ok::<_, Infallible>)));
    for (name, value) in [
        (CONTENT_TYPE, "text/event-stream; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        // Proxies that collect an answer before they pass it on leave this one alone.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The next piece of the stream; a sign of life when there is none for that long.
async fn next(rest: Rest, heartbeat: Duration) -> Option<(String, Rest)> {
    match rest {
        Rest::Running(mut outcomes, mut ending) => tokio::select! {
            biased;
            ending = &mut ending => match ending {
                Ending::Lost => {
                    let outcome = resolve::refused(&Error::Unauthenticated);
                    Some((event(&outcome), Rest::Complete))
                }
                Ending::Stopping => None,
            },
            outcome = outcomes.next() => match outcome {
                Some(outcome) => Some((event(&outcome), Rest::Running(outcomes, ending))),
                None => Some((complete(), Rest::Nothing)),
            },
            () = sleep(heartbeat) => Some((comment(), Rest::Running(outcomes, ending))),
        },
        Rest::Complete => Some((complete(), Rest::Nothing)),
        Rest::Nothing => None,
    }
}

/// JSON in text has no line break, so the data is one line.
fn event(outcome: &Outcome) -> String {
    let data = serde_json::to_string(&Body::of(outcome)).unwrap_or_else(|error| {
        tracing::error!(%error, "an event could not be written");
        "{}".to_owned()
    });
    format!("event: next\ndata: {data}\n\n")
}

/// A client takes no notice of an event without a line of data, so there is one with nothing in it.
fn complete() -> String {
    "event: complete\ndata: \n\n".to_owned()
}

fn comment() -> String {
    ":\n\n".to_owned()
}
