//! Purges expired records for as long as a server runs.

use std::{sync::Arc, time::Duration};
use tokio::time::sleep;

use super::{
    batch::remove,
    plan::{Age, plan},
};
use crate::{app::App, error::Error, kinds, resources::Resource};

/// How often a server looks for expired records.
const INTERVAL: Duration = Duration::from_secs(60);

/// Purges records whose retention has expired, now and from then on. Returns at once if all kinds are
/// kept forever. Of several replicas one purges at a time.
pub async fn retain(app: Arc<App>) {
    let age = |resource: &'static Resource| {
        let longer_than = app.retention().of(resource.table.name)?;
        Some(Age { resource, longer_than })
    };
    let ages: Vec<Age> = kinds::registered().iter().filter_map(age).collect();
    while !ages.is_empty() {
        match purge_due(&app, &ages).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "purged records"),
            // The error has been logged with its cause.
            Err(_) => tracing::warn!("purging failed and will be retried"),
        }
        sleep(INTERVAL).await;
    }
}

/// Purges the records that are due now, and returns how many.
async fn purge_due(app: &Arc<App>, ages: &[Age]) -> Result<u64, Error> {
    let mut count = 0;
    for due in plan(app, ages) {
        let (removed, is_locked) = remove(app, due, true, |_| ()).await?;
        count += removed;
        if is_locked {
            break;
        }
    }
    Ok(count)
}
