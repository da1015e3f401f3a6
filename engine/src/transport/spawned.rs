//! Streams that run in a task of their own.

use futures_util::{FutureExt, Stream, StreamExt, future::join, stream::BoxStream};
use std::{
    pin::Pin,
    task::{Context, Poll},
};
use tokio::{sync::mpsc, task::AbortHandle};
use tracing::Instrument;

/// How many bytes of ready items the reader gets at once.
const BATCH_BYTES: usize = 16 * 1024;

/// A stream in its own task, one batch ahead of its reader.
///
/// A stream that is polled only while its reader has room can stop in the middle of a statement, and
/// keep its database connection from everyone else. This stream waits between batches, and finishes an
/// item that it has begun. A batch has the items that are ready, so that a reader that is behind catches
/// up with fewer writes. The task ends when the value is dropped.
pub struct SpawnedStream<T> {
    batches: mpsc::Receiver<Vec<T>>,
    task: AbortHandle,
}

impl<T: Send + 'static> SpawnedStream<T> {
    /// Spawns a stream whose items have that many bytes.
    pub fn new(stream: BoxStream<'static, T>, bytes: fn(&T) -> usize) -> Self {
        // It may end while a batch is gathered, and must not be polled again then.
        let mut stream = stream.fuse();
        let (sender, batches) = mpsc::channel(1);
        let run = async move {
            let mut is_begun = false;
            loop {
                // Without room no item is begun.
                let (room, first) = if is_begun {
                    join(sender.reserve(), stream.next()).await
                } else {
                    (sender.reserve().await, stream.next().await)
                };
                let (Ok(room), Some(first)) = (room, first) else { return };
                let (mut size, mut batch) = (bytes(&first), vec![first]);
                is_begun = false;
                while size < BATCH_BYTES && !is_begun {
                    match stream.next().now_or_never() {
                        None => is_begun = true,
                        Some(None) => break,
                        Some(Some(item)) => {
                            size += bytes(&item);
                            batch.push(item);
                        }
                    }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::{StreamExt, stream};
    use tokio::{sync::Semaphore, task::yield_now};

    use super::SpawnedStream;

    /// The stream finishes a begun item even without a reader. It keeps nothing then that the
    /// item took while it was produced.
    #[tokio::test]
    async fn begun_items_are_finished_without_a_reader() {
        let connections = Arc::new(Semaphore::new(1));
        let shared = Arc::clone(&connections);
        let items = stream::unfold(0_u64, move |number| {
            let connections = Arc::clone(&shared);
            async move {
                let connection = connections.acquire_owned().await.ok()?;
                if number > 0 {
                    yield_now().await;
                }
                drop(connection);
                Some((number, number + 1))
            }
        });
        let mut batches = SpawnedStream::new(items.boxed(), |_| 1);
        for _ in 0..100 {
            yield_now().await;
        }
        assert_eq!(connections.available_permits(), 1);
        assert_eq!(batches.next().await.unwrap(), [0]);
    }

    /// A stream may end while a batch is gathered.
    #[tokio::test]
    async fn streams_end_once() {
        let items = stream::unfold(3_u8, async |left| Some((left, left.checked_sub(1)?)));
        let batches = SpawnedStream::new(items.boxed(), |_| 1).collect::<Vec<_>>().await;
        assert_eq!(batches.concat(), [3, 2, 1]);
    }
}
