//! Purging by itself, as long as a server runs.

use std::{sync::Arc, time::Duration};
use tokio::time::sleep;

use super::{
    batch::{Batches, Next},
    purge::{Age, plan},
};
use crate::{app::App, error::Error, kinds, resources::Resource};

/// How often a server looks for what is due.
const EVERY: Duration = Duration::from_secs(60);

/// Removes what has been kept for as long as it is to be, now and from then on; ends at once where
/// everything is kept for ever. Of several replicas one does it at a time.
pub async fn retain(app: Arc<App>) {
    let long = |resource: &'static Resource| {
        let longer_than = app.retention.get()?.of(resource.table.name)?;
        Some(Age { resource, longer_than })
    };
    let ages: Vec<Age> = kinds::all().iter().filter_map(long).collect();
    while !ages.is_empty() {
        match sweep(&app, &ages).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "purged records"),
            // The failure has been logged with its cause.
            Err(_) => tracing::warn!("purging goes on later"),
        }
        sleep(EVERY).await;
    }
}

/// Removes what is due now, and answers how many.
async fn sweep(app: &Arc<App>, ages: &[Age]) -> Result<u64, Error> {
    let mut count = 0;
    for due in plan(app, ages) {
        let mut batches = Batches::of(app, due, true);
        loop {
            match batches.next().await? {
                Next::Removed(removed) => count += removed,
                Next::Done => break,
                Next::Elsewhere => return Ok(count),
            }
        }
    }
    Ok(count)
}
