//! Purging: removing records for good that were deleted long enough ago.
//!
//! In short transactions with as long a rest after each, so that servers go on writing meanwhile.
//! A record that others refer to is kept, whether those are deleted or not; so kinds that are
//! referred to come after those that refer to them. With an account go its credentials and what it
//! was given, which are nothing without it.

use entity::Timestamp;
use sea_orm::sea_query::{Condition, Expr, Func, Query};
use std::{sync::Arc, time::Duration};

use super::{
    batch::{Batches, Next},
    references::{self, due, references, referred},
};
use crate::{app::App, error::Error, operations::records::run, resources::Resource};

/// How long ago the records of a kind must have been deleted.
#[derive(Clone, Copy, Debug)]
pub struct Age {
    /// The kind.
    pub resource: &'static Resource,
    /// How long ago.
    pub longer_than: Duration,
}

/// What became of the records of a kind that were deleted long enough ago, or would become.
#[derive(Clone, Debug)]
pub struct Purged {
    /// The kind.
    pub resource: &'static Resource,
    /// How many are removed.
    pub count: u64,
    /// How many are kept, because others refer to them.
    pub kept: u64,
    /// By the tables of those others, of how many of the kept.
    pub referred: Vec<(&'static str, u64)>,
}

/// A kind, and the time before which its records must have been deleted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    pub(super) resource: &'static Resource,
    pub(super) before: Timestamp,
}

/// What is due of those ages now, the kinds that others refer to last.
pub(super) fn plan(app: &App, ages: &[Age]) -> Vec<Due> {
    let now = app.clock.now();
    let due = |age: &Age| {
        // Nothing is as old as what no engine can store.
        let before = now.before(age.longer_than)?;
        Some(Due { resource: age.resource, before })
    };
    let mut plan: Vec<Due> = ages.iter().filter_map(due).collect();
    plan.sort_by_key(|due| (!references(due.resource).is_empty(), due.resource.kind_index()));
    plan
}

/// What [`purge`] would do now. Nothing is changed.
///
/// # Errors
/// When the database can't be reached.
pub async fn purgeable(app: &App, ages: &[Age]) -> Result<Vec<Purged>, Error> {
    let plan = plan(app, ages);
    let mut purgeable = Vec::new();
    for due in &plan {
        // What goes itself keeps nothing.
        let (all, kept, referred) = kept(app, due, &plan).await?;
        purgeable.push(Purged { resource: due.resource, count: all - kept, kept, referred });
    }
    Ok(purgeable)
}

/// Removes for good the records that were deleted longer ago than that, and the values of each from
/// all that was told of it. Each removal is told by an event, done by the system. Tells `progress` how
/// many more are removed.
///
/// # Errors
/// When the database can't be reached. What was removed until then stays so.
pub async fn purge(
    app: &Arc<App>,
    ages: &[Age],
    progress: impl Fn(u64),
) -> Result<Vec<Purged>, Error> {
    let mut purged = Vec::new();
    for due in plan(app, ages) {
        let mut count = 0;
        let mut batches = Batches::of(app, due, false);
        while let Next::Removed(removed) = batches.next().await? {
            count += removed;
            progress(removed);
        }
        let (_, kept, referred) = kept(app, &due, &[]).await?;
        purged.push(Purged { resource: due.resource, count, kept, referred });
    }
    Ok(purged)
}

/// How many records are due, how many of them others refer to that are not of the plan, and by the
/// tables of those, how many.
async fn kept(
    app: &App,
    it: &Due,
    plan: &[Due],
) -> Result<(u64, u64, Vec<(&'static str, u64)>), Error> {
    let all = count(app, it, Condition::all()).await?;
    let references = references(it.resource);
    if all == 0 || references.is_empty() {
        return Ok((all, 0, Vec::new()));
    }
    let kept = count(app, it, referred(it.resource, plan)).await?;
    let mut tables: Vec<(&'static str, u64)> = Vec::new();
    for reference in references {
        let table = reference.table();
        if kept > 0 && !tables.iter().any(|(known, _)| *known == table) {
            let of_table = references::of_table(it.resource, table, plan);
            tables.push((table, count(app, it, of_table).await?));
        }
    }
    tables.retain(|(_, count)| *count > 0);
    Ok((all, kept, tables))
}

async fn count(app: &App, it: &Due, condition: Condition) -> Result<u64, Error> {
    let statement = Query::select()
        .expr(Func::count(Expr::col("id")))
        .from(it.resource.table.name)
        .cond_where(due(it).add(condition))
        .take();
    let rows = run(&app.database.reader, &statement).await?;
    let count: i64 = rows.first().map_or(Ok(0), |row| row.try_get_by_index(0))?;
    Ok(count.unsigned_abs())
}
