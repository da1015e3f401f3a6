//! Bringing a deleted record back (D10–D13).

use std::sync::Arc;

use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};

use super::{Record, Target, Value, allow, statement::run, to_the_end};
use crate::{
    access::{Caller, Reach},
    app::App,
    failure::Failure,
    resources::{Key, Reading, Resource, Restore, WhenLive},
};

/// How often a restore looks again at a record that others delete and restore at the same time.
const ATTEMPTS: usize = 8;

/// A record that is live now.
#[derive(Clone, Debug)]
pub struct Restored {
    /// The record.
    pub record: Record,
    /// Whether it was this call that brought it back; otherwise it was live already.
    pub restored: bool,
}

/// Brings a record back: takes away when it was deleted, sets when it was changed, and touches and
/// checks nothing else (D10).
///
/// # Errors
/// `Forbidden`, `NotFound` and, for the kinds that are strict about it, `NotDeleted`.
pub async fn restore(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    target: Target,
    reading: &'static Reading,
) -> Result<Restored, Failure> {
    let resource = target.resource;
    let restore = resource.restore.as_ref().ok_or(Failure::Internal)?;
    let reach = reach(caller, resource, restore)?;
    let key = target.key.ok_or_else(|| resource.missing())?;
    let (app, caller) = (Arc::clone(app), Arc::clone(caller));
    to_the_end(async move {
        for _ in 0..ATTEMPTS {
            if let Some(record) = bring_back(&app, &caller, resource, &key, reach, reading).await? {
                app.caches.clear(resource.stale);
                return Ok(Restored { record, restored: true });
            }
            if let Some(record) = explain(&app, &caller, resource, &key, reach, reading).await? {
                return Ok(Restored { record, restored: false });
            }
        }
        Err(Failure::Conflict)
    })
    .await
}

/// How far the caller may restore records of this kind.
///
/// A deleted caller may restore its own account and nothing else (D2).
fn reach(caller: &Caller, resource: &Resource, restore: &Restore) -> Result<Reach, Failure> {
    if caller.deleted && resource.is_account() {
        let held = caller.permissions.reach(&restore.permission);
        return held.map(|_| Reach::Own).ok_or_else(|| resource.missing());
    }
    caller.reach(&restore.permission).map_err(|refusal| conceal(resource, restore, refusal))
}

/// The one statement that decides: of several at once, one finds the row still deleted (D12).
async fn bring_back(
    app: &App,
    caller: &Caller,
    resource: &'static Resource,
    key: &Key,
    reach: Reach,
    reading: &Reading,
) -> Result<Option<Record>, Failure> {
    let own = (reach == Reach::Own).then(|| resource.belongs_to(caller.user_id)).flatten();
    let condition = Condition::all()
        .add(key.condition())
        .add(Expr::col("deleted_at").is_not_null())
        .add_option(own);
    let assignments =
        vec![("deleted_at", Value::Null), ("updated_at", Value::Time(app.clock.now()))];
    let statement = resource.update(assignments, condition, reading);
    let rows = run(&app.database.writer, &statement).await?;
    Ok(resource.first(reading, &rows)?)
}

/// Finds out why the statement hit no row: an error, the live record where that is fine, or nothing
/// when the record has been deleted again meanwhile.
async fn explain(
    app: &App,
    caller: &Caller,
    resource: &'static Resource,
    key: &Key,
    reach: Reach,
    reading: &Reading,
) -> Result<Option<Record>, Failure> {
    let restore = resource.restore.as_ref().ok_or(Failure::Internal)?;
    let whole = reading.with(resource, &["deleted_at"]).with(resource, resource.owner.as_slice());
    let statement = resource.select(&whole, Condition::all().add(key.condition()));
    let rows = run(&app.database.reader, &statement).await?;
    let record = resource.first(&whole, &rows)?.ok_or_else(|| resource.missing())?;
    allow(caller, reach, record.owner(), &restore.permission)
        .map_err(|refusal| conceal(resource, restore, refusal))?;
    match restore.when_live {
        _ if record.is_deleted() => Ok(None),
        WhenLive::Refused => Err(resource.live()),
        WhenLive::Accepted => Ok(Some(record)),
    }
}

/// Lets a refusal look as if there were no such record, where accounts could be probed (D7).
fn conceal(resource: &Resource, restore: &Restore, refusal: Failure) -> Failure {
    if restore.conceals_refusal { resource.missing() } else { refusal }
}
