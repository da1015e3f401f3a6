//! The operations of a WebSocket, and their outcomes until they are sent.

use engine::transport::SpawnedStream;
use futures_util::{
    StreamExt,
    future::ready,
    stream::{self, BoxStream, once},
};
use tokio_stream::StreamMap;

use crate::{api::graphql::execute::Outcome, app::BytePermit, operations::callers::Session};

/// Most operations that one WebSocket runs at once.
pub const MAX_OPERATIONS: usize = 100;

/// An outcome whose bytes are held until this is dropped.
pub struct Unsent {
    /// The outcome.
    pub outcome: Outcome,
    /// What counts its bytes; `None` for a small one.
    pub held: Option<BytePermit>,
}

impl From<Outcome> for Unsent {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, held: None }
    }
}

/// Runs an operation in its own task, which holds its outcomes. If the server holds too much
/// already, the error ends the operation.
pub fn spawned(
    outcomes: BoxStream<'static, Outcome>,
    session: &Session,
) -> SpawnedStream<Option<Unsent>> {
    let running = Some((outcomes, session.unsent.clone()));
    let unsent = stream::unfold(running, async |running| {
        let (mut outcomes, share) = running?;
        let outcome = outcomes.next().await?;
        Some(match share.hold(outcome.size()) {
            Ok(held) => (Unsent { outcome, held }, Some((outcomes, share))),
            Err(error) => (Outcome::refused(&error).into(), None),
        })
    });
    let unsent = unsent.map(Some).chain(once(ready(None))).boxed();
    SpawnedStream::new(unsent, |unsent| unsent.as_ref().map_or(0, |it| it.outcome.size()))
}

/// Running operations by the client's id. Each is a stream of outcomes that ends with `None`.
#[derive(Default)]
pub struct ActiveOperations(StreamMap<String, SpawnedStream<Option<Unsent>>>);

impl ActiveOperations {
    /// Whether an operation with that id runs.
    pub fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// Whether no further operation can run.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MAX_OPERATIONS
    }

    /// Starts an operation.
    pub fn start(&mut self, id: String, outcomes: SpawnedStream<Option<Unsent>>) {
        self.0.insert(id, outcomes);
    }

    /// Stops an operation.
    pub fn stop(&mut self, id: &str) {
        self.0.remove(id);
    }

    /// The next outcomes of any operation; `None` when none runs.
    pub async fn next(&mut self) -> Option<(String, Vec<Option<Unsent>>)> {
        self.0.next().await
    }
}
