//! The operations of a WebSocket.

use futures_util::{
    StreamExt,
    future::ready,
    stream::{BoxStream, once},
};
use tokio_stream::StreamMap;

use super::spawned::SpawnedStream;
use crate::api::graphql::execute::Outcome;

/// Most operations that one WebSocket runs at once.
pub const MAX_OPERATIONS: usize = 100;

/// Running operations by the client's id, each a stream of outcomes that ends with `None`.
#[derive(Default)]
pub struct ActiveOperations(StreamMap<String, SpawnedStream<Option<Outcome>>>);

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
    pub fn start(&mut self, id: String, outcomes: BoxStream<'static, Outcome>) {
        let outcomes = outcomes.map(Some).chain(once(ready(None))).boxed();
        let bytes = |outcome: &Option<Outcome>| outcome.as_ref().map_or(0, Outcome::size);
        self.0.insert(id, SpawnedStream::new(outcomes, bytes));
    }

    /// Stops an operation.
    pub fn stop(&mut self, id: &str) {
        self.0.remove(id);
    }

    /// The next outcomes of any operation; `None` when none runs.
    pub async fn next(&mut self) -> Option<(String, Vec<Option<Outcome>>)> {
        self.0.next().await
    }
}
