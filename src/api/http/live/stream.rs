//! A response that is sent in parts, as they come: server-sent events or `multipart/mixed`.

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

use crate::{
    api::http::shutdown::Stopping,
    app::{ByteLimit, Counted, Share},
    error::Error,
    operations::callers::Session,
};

/// What a live response is made of.
pub struct Live {
    /// The caller.
    pub session: Session,
    /// The protocol.
    pub framing: Framing,
    /// The parts, up to the end of the operation.
    pub parts: BoxStream<'static, Bytes>,
    /// The last part of a stream that the server ends, which says why.
    pub refuse: fn(Framing, &Error) -> Bytes,
    /// Time between two heartbeats.
    pub heartbeat: Duration,
    /// Ends the stream without such a part, so that the client reconnects.
    pub stopping: Stopping,
}

/// The parts that are still to be sent, unless the stream is interrupted.
type Running = (BoxStream<'static, Bytes>, BoxFuture<'static, Interruption>);

/// What ends a stream early.
enum Interruption {
    /// The credential is no longer valid.
    Expired,
    /// The server stops.
    Stopping,
}

/// Responds with the parts of a stream.
pub fn stream(live: Live) -> Response {
    let Live { session, framing, parts, refuse, heartbeat, stopping } = live;
    let share = session.unsent.clone();
    let interruption: BoxFuture<_> = Box::pin(async move {
        tokio::select! {
            () = session.expired() => Interruption::Expired,
            () = stopping.begun() => Interruption::Stopping,
        }
    });
    let state = (Some((parts, interruption)), share);
    let parts = stream::unfold(state, move |(running, share)| async move {
        let next = next(running?, heartbeat, &share).await?;
        let (part, running) = match next {
            Ok((part, running)) => (part.unwrap_or_else(|| framing.heartbeat()), Some(running)),
            Err(error) => (refuse(framing, &error), None),
        };
        Some((part, (running, share)))
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

/// The next part of the stream; no part after the interval of heartbeats.
async fn next(
    (mut parts, mut interruption): Running,
    heartbeat: Duration,
    share: &Share,
) -> Option<Result<(Option<Bytes>, Running), Error>> {
    tokio::select! {
        biased;
        interruption = &mut interruption => match interruption {
            Interruption::Expired => Some(Err(Error::Unauthenticated)),
            Interruption::Stopping => None,
        },
        part = parts.next() => {
            let part = unsent(part?, share);
            Some(part.map(|part| (Some(part), (parts, interruption))))
        }
        () = sleep(heartbeat) => Some(Ok((None, (parts, interruption)))),
    }
}
