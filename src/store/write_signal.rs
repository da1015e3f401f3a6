//! That something may have been written: a hint for those who would otherwise ask the database now
//! and then. Nothing depends on it but how soon something is seen.

use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Notify, watch};

/// Passes hints from those who write to those who follow, in this process and between processes.
#[derive(Debug, Default)]
pub struct WriteSignal {
    /// How many hints there were.
    hints: watch::Sender<u64>,
    /// This process has written something that others have not been told of.
    untold: Notify,
    /// Whether hints of other processes arrive.
    arrive: AtomicBool,
}

impl WriteSignal {
    /// This process has written something, and committed it.
    pub fn written(&self) {
        self.hints.send_modify(|hints| *hints += 1);
        self.untold.notify_one();
    }

    /// Another process may have written something.
    pub fn heard(&self) {
        self.hints.send_modify(|hints| *hints += 1);
    }

    /// For whoever wants to wait for hints.
    #[must_use]
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.hints.subscribe()
    }

    /// Waits until others have to be told that this process has written something. However much it
    /// has written since this returned the last time, it returns once.
    pub async fn untold(&self) {
        self.untold.notified().await;
    }

    /// Says whether hints of other processes arrive from now on.
    pub fn set_arriving(&self, arrive: bool) {
        self.arrive.store(arrive, Ordering::Relaxed);
    }

    /// Whether hints of other processes arrive, as far as is known: who relies on it may look less
    /// often, not never.
    #[must_use]
    pub fn arrive(&self) -> bool {
        self.arrive.load(Ordering::Relaxed)
    }
}
