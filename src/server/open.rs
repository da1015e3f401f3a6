//! How many connections are open, sockets included.

use std::{future::pending, sync::Arc};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// Counts them, and lets in so many.
pub struct Open {
    places: Arc<Semaphore>,
    count: watch::Sender<usize>,
}

/// The place of a connection, free again once this is dropped.
pub struct Held {
    _place: OwnedSemaphorePermit,
    count: watch::Sender<usize>,
}

impl Open {
    /// None, and at most so many.
    pub fn new(most: usize) -> Self {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Self { places, count: watch::Sender::new(0) }
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
        Held { _place: place, count: self.count.clone() }
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
