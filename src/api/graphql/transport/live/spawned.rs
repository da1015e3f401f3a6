//! Streams that run in a task of their own.

use futures_util::{Stream, StreamExt, stream::BoxStream};
use std::{
    pin::Pin,
    task::{Context, Poll},
};
use tokio::{sync::mpsc, task::AbortHandle};
use tracing::Instrument;

/// A stream in a task of its own, one item ahead of its reader.
///
/// A stream that is polled only while its reader has room can stop in the middle of a statement, and
/// keep its database connection from everyone else. This stream waits between items. The task ends
/// when the value is dropped.
pub struct SpawnedStream<T> {
    items: mpsc::Receiver<T>,
    task: AbortHandle,
}

impl<T: Send + 'static> SpawnedStream<T> {
    /// Spawns a stream.
    pub fn new(mut stream: BoxStream<'static, T>) -> Self {
        let (sender, items) = mpsc::channel(1);
        let run = async move {
            // The room comes first: without it no item is produced.
            while let Ok(room) = sender.reserve().await {
                let Some(item) = stream.next().await else { return };
                room.send(item);
            }
        };
        Self { items, task: tokio::spawn(run.in_current_span()).abort_handle() }
    }
}

impl<T> Stream for SpawnedStream<T> {
    type Item = T;

    fn poll_next(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<Option<T>> {
        self.items.poll_recv(ctx)
    }
}

impl<T> Drop for SpawnedStream<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}
