//! The operations that run on a socket.

use async_graphql::Response as Outcome;
use futures_util::{
    StreamExt,
    future::ready,
    stream::{BoxStream, once},
};
use tokio_stream::StreamMap;

use super::driven::Driven;

/// Most operations that run on a socket at once.
const MOST: usize = 100;

/// Operations by the id that the client gave them, each a stream of outcomes that ends with `None`.
#[derive(Default)]
pub struct Running(StreamMap<String, Driven<Option<Outcome>>>);

impl Running {
    /// Whether one of that id runs.
    pub fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// Whether no more can run.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Lets an operation run.
    pub fn start(&mut self, id: String, outcomes: BoxStream<'static, Outcome>) {
        let outcomes = outcomes.map(Some).chain(once(ready(None))).boxed();
        self.0.insert(id, Driven::new(outcomes));
    }

    /// Stops an operation.
    pub fn stop(&mut self, id: &str) {
        self.0.remove(id);
    }

    /// What comes next of any of them; `None` when none runs.
    pub async fn next(&mut self) -> Option<(String, Option<Outcome>)> {
        self.0.next().await
    }
}
