//! The operations that run in batches in this process.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};
use tokio::sync::{RwLock, RwLockReadGuard};
use uuid::Uuid;

use crate::lock::lock;

/// The operations that run in batches in this process.
#[derive(Default)]
pub struct Runs {
    is_stopped: RwLock<bool>,
    running: Mutex<BTreeSet<Uuid>>,
}

/// An operation that runs; dropping it says that it has ended.
pub struct Running {
    runs: Arc<Runs>,
    operation: Uuid,
}

impl Runs {
    /// Adds an operation.
    pub fn add(self: &Arc<Self>, operation: Uuid) -> Running {
        lock(&self.running).insert(operation);
        Running { runs: Arc::clone(self), operation }
    }

    /// Waits until a batch may run, and returns its permit. `None`: no batch may run any more.
    pub async fn batch(&self) -> Option<RwLockReadGuard<'_, bool>> {
        Some(self.is_stopped.read().await).filter(|is_stopped| !**is_stopped)
    }

    /// Lets no further batch run, and waits for those that do. Returns the operations that have not
    /// ended.
    pub async fn stop(&self) -> Vec<Uuid> {
        // Held until the operations are known: one that sees it has ended.
        let mut is_stopped = self.is_stopped.write().await;
        *is_stopped = true;
        lock(&self.running).iter().copied().collect()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.runs.running).remove(&self.operation);
    }
}
