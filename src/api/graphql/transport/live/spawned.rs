//! Streams that run in a task of their own.

use futures_util::{FutureExt, Stream, StreamExt, stream::BoxStream};
use std::{
    pin::Pin,
    task::{Context, Poll},
};
use tokio::{sync::mpsc, task::AbortHandle};
use tracing::Instrument;

/// How many bytes of items that are ready go to the reader at once.
const BATCH_BYTES: usize = 16 * 1024;

/// A stream in a task of its own, one batch of items ahead of its reader.
///
/// A stream that is polled only while its reader has room can stop in the middle of a statement, and
/// keep its database connection from everyone else. This stream waits between batches. A batch has the
/// items that are ready, so that a reader that is behind catches up with fewer writes. The task ends when
/// the value is dropped.
pub struct SpawnedStream<T> {
    batches: mpsc::Receiver<Vec<T>>,
    task: AbortHandle,
}

impl<T: Send + 'static> SpawnedStream<T> {
    /// Spawns a stream whose items have that many bytes.
    pub fn new(mut stream: BoxStream<'static, T>, bytes: fn(&T) -> usize) -> Self {
        let (sender, batches) = mpsc::channel(1);
        let run = async move {
            // The room comes first: without it no item is produced.
            while let Ok(room) = sender.reserve().await {
                let Some(first) = stream.next().await else { return };
                let (mut size, mut batch) = (bytes(&first), vec![first]);
                while size < BATCH_BYTES
                    && let Some(Some(item)) = stream.next().now_or_never()
                {
                    size += bytes(&item);
                    batch.push(item);
                }
                room.send(batch);
            }
        };
        Self { batches, task: tokio::spawn(run.in_current_span()).abort_handle() }
    }
}

impl<T> Stream for SpawnedStream<T> {
    type Item = Vec<T>;

    fn poll_next(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<Option<Vec<T>>> {
        self.batches.poll_recv(ctx)
    }
}

impl<T> Drop for SpawnedStream<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}
