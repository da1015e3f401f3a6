//! The limit on open connections, WebSockets included.

use prometheus_client::metrics::gauge::Gauge;
use std::{future::pending, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::telemetry::metrics::GaugeGuard;

/// Counts open connections and limits them.
pub struct ConnectionLimit {
    permits: Arc<Semaphore>,
    count: watch::Sender<usize>,
    gauge: Gauge,
}

/// The permit of a connection, released when dropped.
pub struct ConnectionPermit {
    _permit: OwnedSemaphorePermit,
    count: watch::Sender<usize>,
    _gauge: GaugeGuard,
}

impl ConnectionLimit {
    /// A limit. The gauge shows the number of open connections.
    pub fn new(limit: usize, gauge: Gauge) -> Self {
        let permits = Arc::new(Semaphore::new(limit.min(Semaphore::MAX_PERMITS)));
        Self { permits, count: watch::Sender::new(0), gauge }
    }

    /// Waits until another connection may be open.
    pub async fn acquire(&self) -> OwnedSemaphorePermit {
        match Arc::clone(&self.permits).acquire_owned().await {
            Ok(permit) => permit,
            // The semaphore is never closed.
            Err(_) => pending().await,
        }
    }

    /// Counts a connection as open.
    pub fn open(&self, permit: OwnedSemaphorePermit) -> ConnectionPermit {
        self.count.send_modify(|count| *count += 1);
        let gauge = GaugeGuard::new(&self.gauge);
        ConnectionPermit { _permit: permit, count: self.count.clone(), _gauge: gauge }
    }

    /// Waits until no connection is open.
    pub async fn closed(&self) {
        // An error means that no connection can be opened.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.count.send_modify(|count| *count -= 1);
    }
}
