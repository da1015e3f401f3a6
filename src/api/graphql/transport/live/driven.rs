//! Streams that run by themselves.

use futures_util::{Stream, StreamExt, stream::BoxStream};
use std::{
    pin::Pin,
    task::{Context, Poll},
};
use tokio::{sync::mpsc, task::AbortHandle};
use tracing::Instrument;

/// A stream that runs in a task of its own, one item ahead of whoever reads it, and ends with the
/// value.
///
/// A stream that is only polled while its reader has room may be left in the midst of a statement,
/// with a connection to the database that nobody else gets. This one waits between its items.
pub struct Driven<T> {
    items: mpsc::Receiver<T>,
    task: AbortHandle,
}

impl<T: Send + 'static> Driven<T> {
    /// Lets a stream run.
    pub fn new(mut stream: BoxStream<'static, T>) -> Self {
        let (sender, items) = mpsc::channel(1);
        let run = async move {
            // First the room, then the item: what nobody has room for is not made.
            while let Ok(room) = sender.reserve().await {
                let Some(item) = stream.next().await else { return };
                room.send(item);
            }
        };
        Self { items, task: tokio::spawn(run.in_current_span()).abort_handle() }
    }
}

impl<T> Stream for Driven<T> {
    type Item = T;

    fn poll_next(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<Option<T>> {
        self.items.poll_recv(ctx)
    }
}

impl<T> Drop for Driven<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}
