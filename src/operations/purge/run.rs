//! Purging: removes records for good that were deleted long enough ago.
//!
//! Each transaction is short and followed by a pause of the same length, so that servers can write
//! meanwhile. A record that is on hold or that others refer to is kept, whether those are deleted or not; so kinds that
//! others refer to come last. An account's credentials and grants are removed with it.

use sea_orm::sea_query::{Condition, ExprTrait};
use std::{sync::Arc, time::Duration};
use tokio::time::sleep;

use super::{
    batch::remove,
    plan::{Age, Due, PurgedRows, is_kept, keepers, plan},
};
use crate::{
    app::App,
    error::Error,
    kinds,
    operations::{records::is_held, rows::run_count},
    resources::Resource,
};

/// The table of holds.
const HOLDS: &str = "record_holds";
/// How often a server looks for expired records.
const INTERVAL: Duration = Duration::from_secs(60);

/// The outcome of purging a kind.
#[derive(Clone, Debug)]
pub struct Purged {
    /// The kind.
    pub resource: &'static Resource,
    /// How many records are removed.
    pub count: u64,
    /// How many are kept, because others refer to them, or they are on hold.
    pub kept: u64,
    /// The other tables, that of holds among them, each with the number of records it keeps.
    pub referred: Vec<(&'static str, u64)>,
}

/// Reports what [`purge`] would do now, without changes.
///
/// # Errors
/// When the database can't be reached.
pub async fn purgeable(app: &App, ages: &[Age]) -> Result<Vec<Purged>, Error> {
    let plan = plan(app, ages);
    let these = |due: &Due| (due.resource, due.condition().add(is_held(due.resource).not()));
    let purged: Vec<PurgedRows> = plan.iter().map(these).collect();
    let mut purgeable = Vec::new();
    for due in &plan {
        // Records that are purged themselves keep no others.
        let (all, kept, referred) = kept(app, due, &purged).await?;
        purgeable.push(Purged { resource: due.resource, count: all - kept, kept, referred });
    }
    Ok(purgeable)
}

/// Purges the records that were deleted longer ago than these ages. It erases their values from
/// their events. The system records an event for each. Calls `progress` with the number of records
/// that each batch removes.
///
/// # Errors
/// When the database can't be reached. Batches that were committed before stay removed.
pub async fn purge(
    app: &Arc<App>,
    ages: &[Age],
    progress: impl Fn(u64),
) -> Result<Vec<Purged>, Error> {
    let mut purged = Vec::new();
    for due in plan(app, ages) {
        let (count, _) = remove(app, due, false, &progress).await?;
        let (_, kept, referred) = kept(app, &due, &[]).await?;
        purged.push(Purged { resource: due.resource, count, kept, referred });
    }
    Ok(purged)
}

/// Counts the records that are due and those that are kept. Records that are not purged refer to the
/// latter, which are counted by referring table.
async fn kept(
    app: &App,
    due: &Due,
    purged: &[PurgedRows],
) -> Result<(u64, u64, Vec<(&'static str, u64)>), Error> {
    let resource = due.resource;
    let all = count(app, due, Condition::all()).await?;
    let kept = if all == 0 { 0 } else { count(app, due, is_kept(resource, purged)).await? };
    if kept == 0 {
        return Ok((all, 0, Vec::new()));
    }
    let mut tables = Vec::new();
    for (keeper, keeps) in keepers(resource, purged) {
        tables.push((keeper.map_or(HOLDS, |it| it.table.name), count(app, due, keeps).await?));
    }
    tables.retain(|(_, count)| *count > 0);
    Ok((all, kept, tables))
}

async fn count(app: &App, due: &Due, condition: Condition) -> Result<u64, Error> {
    let statement = due.resource.count(due.condition().add(condition));
    Ok(run_count(app.database.operator().reader, &statement).await?.unsigned_abs())
}

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
