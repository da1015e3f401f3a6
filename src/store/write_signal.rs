//! Signals that something may have been written. Readers need not poll the database often then. A
//! lost signal only delays them.

use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Notify, watch};

/// Carries write signals to readers, within and between processes.
#[derive(Debug, Default)]
pub struct WriteSignal {
    /// The number of signals so far.
    signals: watch::Sender<u64>,
    /// Set after a write until other processes are notified.
    unpublished: Notify,
    /// Whether signals of other processes arrive.
    is_connected: AtomicBool,
}

impl WriteSignal {
    /// Signals a committed write of this process.
    pub fn local_write(&self) {
        self.signals.send_modify(|signals| *signals += 1);
        self.unpublished.notify_one();
    }

    /// Signals a possible write of another process.
    pub fn remote_write(&self) {
        self.signals.send_modify(|signals| *signals += 1);
    }

    /// Subscribes to signals of all processes.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.signals.subscribe()
    }

    /// Waits until this process has written what others should know. All writes since the last call
    /// count as one.
    pub async fn unpublished(&self) {
        self.unpublished.notified().await;
    }

    /// Sets whether signals of other processes arrive.
    pub fn set_connected(&self, is_connected: bool) {
        self.is_connected.store(is_connected, Ordering::Relaxed);
    }

    /// Whether signals of other processes arrive, as far as is known. Readers may poll less often
    /// then, but not stop: signals can be lost.
    pub fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }
}
