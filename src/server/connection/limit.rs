//! How many connections are open, sockets included.

use prometheus_client::metrics::gauge::Gauge;
use std::{future::pending, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::telemetry::metrics::Raised;

/// Counts them, and lets in so many.
pub struct Open {
    places: Arc<Semaphore>,
    count: watch::Sender<usize>,
    shown: Gauge,
}

/// The place of a connection, free again once this is dropped.
pub struct Held {
    _place: OwnedSemaphorePermit,
    count: watch::Sender<usize>,
    _shown: Raised,
}

impl Open {
    /// None, and at most so many; the gauge shows how many there are.
    pub fn new(most: usize, shown: Gauge) -> Self {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Self { places, count: watch::Sender::new(0), shown }
    }

    /// Waits for a place.
    pub async fn place(&self) -> OwnedSemaphorePermit {
        match Arc::clone(&self.places).acquire_owned().await {
            Ok(place) => place,
            // Nobody closes it.
            Err(_) => pending().await,
        }
    }

    /// A connection takes the place.
    pub fn take(&self, place: OwnedSemaphorePermit) -> Held {
        self.count.send_modify(|count| *count += 1);
        Held { _place: place, count: self.count.clone(), _shown: Raised::by_one(&self.shown) }
    }

    /// Waits until there is none.
    pub async fn none(&self) {
        // An error would mean that nobody can open one.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.count.send_modify(|count| *count -= 1);
    }
}
