//! Resets the streams of HTTP/2 whose client doesn't take the response.

use hyper::rt::Executor;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    task_local,
    time::{Instant, sleep_until},
};

task_local! {
    /// The response of the stream whose task this is.
    static RESPONSE: Arc<Progress>;
}

/// Runs the streams of HTTP/2 connections, each in a task.
#[derive(Clone, Copy, Debug)]
pub struct StreamExecutor {
    /// Timeout of a response of which the client takes nothing.
    pub timeout: Duration,
}

/// Since when a response waits for its client; `None`: it doesn't.
#[derive(Debug, Default)]
pub struct Progress(Mutex<Option<Instant>>);

impl Progress {
    /// The progress of the current task's response. `None`: that is not a stream of HTTP/2.
    pub fn current() -> Option<Arc<Self>> {
        RESPONSE.try_with(Arc::clone).ok()
    }

    /// Notes whether there is something for the client to take.
    pub fn waits(&self, for_client: bool) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = for_client.then(Instant::now);
    }

    /// Waits until the client has taken nothing for that time.
    async fn stalled(&self, timeout: Duration) {
        // hyper asks for the next part only when the client has room for it, so a timer has to look.
        let mut next = Instant::now() + timeout;
        loop {
            sleep_until(next).await;
            let since = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
            next = since.unwrap_or_else(Instant::now) + timeout;
            if next <= Instant::now() {
                return;
            }
        }
    }
}

impl<F> Executor<F> for StreamExecutor
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    fn execute(&self, stream: F) {
        let timeout = self.timeout;
        let progress = Arc::new(Progress::default());
        tokio::spawn(async move {
            let stalled = progress.stalled(timeout);
            tokio::select! {
                biased;
                _ = RESPONSE.scope(Arc::clone(&progress), stream) => {}
                () = stalled => tracing::debug!("a response was not taken"),
            }
        });
    }
}
