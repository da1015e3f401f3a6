//! Starts operations on any number of records, and ends them.

use std::{collections::BTreeMap, sync::Arc};
use uuid::Uuid;

use super::{
    change::BulkChange,
    matches::Matches,
    outcome::{Bulk, MANY, Outcome, Policy},
    preview::{Counted, Preview, preview, undo_preview},
    progress::{Progress, RunState, check_total, end, insert, of, progress},
    run::Run,
    source::{BulkSource, Part, Records, START},
    token::Token,
    undo::{Undone, count_of},
};
use crate::{
    app::{App, Load, UnitOfWork, Work},
    auth::Call,
    error::{Code, Error, Refusal},
    operations::callers::enter,
    operations::records::write::check_selection,
    operations::rows::{Expected, Projections, Selection, State, ids_only, to_completion},
};

/// What became of an operation on the records that match a filter.
#[derive(Clone, Debug)]
pub enum Changed {
    /// Nothing was changed; this is what would be.
    Preview(Preview),
    /// It has changed the records, or runs.
    Progress(Progress),
}

/// Deletes, restores or purges the records that match. It takes the token of a preview; without one it
/// returns the preview.
///
/// Records that anybody has changed since the preview are left alone. Up to [`MANY`] records are
/// changed in one transaction before this returns; more are changed in batches, in a task of their
/// own.
///
/// # Errors
/// `Forbidden`; `BadRequest` for the token of another request, and for too many records;
/// `ConflictsWith` when more records match than in the preview, or the account runs another
/// operation; `TooExpensive`.
pub async fn change_matching(
    app: &Arc<App>,
    call: &Arc<Call>,
    matches: Matches,
    confirm: Option<&str>,
    projections: &Projections,
) -> Result<Changed, Error> {
    let Some(confirm) = confirm else {
        return Ok(Changed::Preview(preview(app, call, &matches, projections).await?));
    };
    let token = Token::of_request(confirm, call, &matches.text())?;
    let total = matches.count(app, call, token.as_of).await?.changing;
    if total > token.count {
        return Err(Error::ConflictsWith(Refusal::MoreMatch));
    }
    let source = BulkSource::Matches { matches: Arc::new(matches), as_of: token.as_of, total };
    let (bulk, progress) = change(app, call, source, Policy::Each, ids_only()).await?;
    let done = || Progress::done(app, call, total, bulk.operation, bulk.changed());
    Ok(Changed::Progress(progress.unwrap_or_else(done)))
}

/// Deletes, restores or purges many records.
///
/// # Errors
/// Those of the whole request: too many records, or no database. Then nothing was changed.
pub(crate) async fn change_many(
    app: &Arc<App>,
    call: &Arc<Call>,
    to: State,
    selections: Vec<Selection>,
    policy: Policy,
    projections: Projections,
) -> Result<Bulk, Error> {
    check_count(&selections)?;
    let items = selections.into_iter().map(|selection| (selection, to)).collect();
    let source = BulkSource::Selected(items, Expected::Any);
    Ok(change(app, call, source, policy, projections).await?.0)
}

/// Removes a deleted record for good. Returns the operation.
///
/// # Errors
/// `Forbidden`, `NotFound`, `NotDeleted`, and `Kept` for one that others refer to.
pub async fn purge_one(
    app: &Arc<App>,
    call: &Arc<Call>,
    selection: Selection,
) -> Result<Uuid, Error> {
    check_selection(call, selection)?;
    let (to, policy) = (State::Purged, Policy::Each);
    let purged = change_many(app, call, to, vec![selection], policy, ids_only()).await?;
    match purged.outcomes.into_iter().find_map(|outcome| outcome.error) {
        Some(error) => Err(error),
        None => purged.operation.ok_or(Error::Internal),
    }
}

/// Checks that a request has not too many records.
///
/// # Errors
/// `BadRequest` if it has.
pub(super) fn check_count(selections: &[Selection]) -> Result<(), Error> {
    if selections.len() > MANY {
        Err(Error::bad_request(format!("ids must be at most {MANY}")))
    } else {
        Ok(())
    }
}

/// Takes back what an operation did. It may be an undo itself. If there are many records, it runs in batches,
/// whose progress is returned.
///
/// Each record has its own outcome, and takes the permission of the opposite act. What others have changed
/// since is left alone.
///
/// # Errors
/// `NotFound` when no operation with that id did anything that concerns the caller; `ConflictsWith` when
/// the operation is running, or the account runs another one; `BadRequest` for too many records.
pub async fn undo(
    app: &Arc<App>,
    call: &Arc<Call>,
    operation: Uuid,
    policy: Policy,
    projections: Projections,
) -> Result<(Bulk, Option<Progress>), Error> {
    let undone = Arc::new(Undone::of(operation));
    let running = progress(app, call, operation).await?.filter(|it| it.state == RunState::Running);
    if let Some(running) = running {
        if running.actor != call.user_id {
            count_of(app, call, &undone).await?;
        }
        return Err(Error::ConflictsWith(Refusal::Running));
    }
    change(app, call, BulkSource::Undo(undone), policy, projections).await
}

/// Takes back what happened in events that match. It takes the token of a preview; without one it returns
/// the preview, which has each record by the newest of its events.
///
/// # Errors
/// As [`change_matching`].
pub async fn undo_matching(
    app: &Arc<App>,
    call: &Arc<Call>,
    undone: Undone,
    confirm: Option<&str>,
    projections: Projections,
) -> Result<Changed, Error> {
    let request = format!("{undone:?}");
    let Some(confirm) = confirm else {
        let preview = undo_preview(app, call, undone, &request, projections).await?;
        return Ok(Changed::Preview(preview));
    };
    let token = Token::of_request(confirm, call, &request)?;
    // What happens later is left alone.
    let until = undone.until.map_or(token.as_of, |until| Ord::min(until, token.as_of));
    let source = BulkSource::Undo(Arc::new(Undone { until: Some(until), ..undone }));
    let (bulk, progress) = change(app, call, source, Policy::Each, ids_only()).await?;
    let total = bulk.outcomes.len() as i64;
    let done = || Progress::done(app, call, total, bulk.operation, bulk.changed());
    Ok(Changed::Progress(progress.unwrap_or_else(done)))
}

/// Takes back what happened in events that match, for an operator, and counts the records. With `is_preview`
/// nothing is changed.
///
/// # Errors
/// `BadRequest` for too many events in a preview, and when the database can't be reached.
pub async fn undo_as_operator(
    app: &Arc<App>,
    undone: Undone,
    is_preview: bool,
    progress: impl Fn(u64),
) -> Result<Vec<Counted>, Error> {
    let call = Call::of_operator();
    if is_preview {
        return Ok(undo_preview(app, &call, undone, "", ids_only()).await?.counts);
    }
    // What it does itself is no part of it.
    let until = undone.until.unwrap_or_else(|| app.clock.now());
    let source = BulkSource::Undo(Arc::new(Undone { until: Some(until), ..undone }));
    let (mut counts, mut position) = (BTreeMap::<_, i64>::new(), START);
    let operation = Some(app.clock.uuid());
    loop {
        let unspent = Arc::new(Call { operation, ..Call::clone(&call.unspent()) });
        let call = enter(app, &unspent, Work::Other).await?;
        let Some((part, last)) = source.next(app, &call, position).await? else { break };
        position = last;
        let change = BulkChange::new(app, &call, source.clone(), ids_only());
        let changed = to_completion(async move { change.run(part, Policy::Each).await }).await?;
        let outcomes = changed.into_iter().flat_map(|it| it.outcomes);
        for Outcome { selection, error, .. } in
            outcomes.filter(|it| it.changed || it.error.is_some())
        {
            let kind = selection.map(|(kind, _)| kind.name);
            *counts.entry((kind, error.map(|it| it.code().as_str()))).or_default() += 1;
            progress(1);
        }
    }
    let named =
        |((kind, code), count): ((_, Option<&str>), _)| (kind, code.map(Code::parse), count);
    Ok(counts.into_iter().map(named).collect())
}

/// Changes the records of a source in one transaction, or in batches if they are too many.
pub(super) async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    source: BulkSource,
    policy: Policy,
    projections: Projections,
) -> Result<(Bulk, Option<Progress>), Error> {
    match source.records(app, call).await? {
        Records::All(part @ Part::Undo(_)) if policy == Policy::AllOrNothing => {
            let (app, call) = (Arc::clone(app), Arc::clone(call));
            let all = async move { all_or_nothing(&app, &call, source, part, projections).await };
            Ok((to_completion(all).await?, None))
        }
        Records::All(part) => {
            let change = BulkChange::new(app, call, source, projections);
            let bulk = to_completion(async move { change.run(part, policy).await }).await?;
            Ok((bulk.ok_or(Error::Internal)?, None))
        }
        Records::Many(_) if policy == Policy::AllOrNothing => {
            let problem = format!("ALL_OR_NOTHING takes at most {MANY} events");
            Err(Error::bad_request(problem))
        }
        Records::Many(total) => {
            let progress = in_batches(app, call, source, total).await?;
            let operation = progress.operation;
            Ok((Bulk { operation, outcomes: Vec::new(), related: Vec::new() }, Some(progress)))
        }
    }
}

/// Changes records whose changes take transactions of their own in one unit, or none of them.
async fn all_or_nothing(
    app: &Arc<App>,
    call: &Arc<Call>,
    source: BulkSource,
    part: Part,
    projections: Projections,
) -> Result<Bulk, Error> {
    let unit = UnitOfWork::begin(app, call, Load::WritesMany).await?;
    let change = BulkChange::new(unit.app(), call, source, projections);
    let bulk = change.run(part, Policy::Each).await;
    drop(change);
    let mut bulk = bulk?.ok_or(Error::Internal)?;
    if Policy::AllOrNothing.refuses(&bulk.outcomes) {
        unit.roll_back().await;
        bulk.outcomes = bulk.outcomes.into_iter().map(Outcome::aborted).collect();
        bulk.operation = None;
    } else {
        unit.commit().await?;
    }
    Ok(bulk)
}

/// Cancels an operation of the caller's account that runs in batches. One that has ended is returned
/// as it is.
///
/// # Errors
/// `NotFound` for an operation that doesn't run in batches, or is another account's.
pub async fn cancel(app: &App, call: &Call, operation: Uuid) -> Result<Progress, Error> {
    call.refuse_deleted()?;
    let own = |found: Option<Progress>| {
        found.filter(|it| it.actor == call.user_id).ok_or_else(|| Error::not_found("Operation"))
    };
    let found = own(progress(app, call, operation).await?)?;
    if found.state != RunState::Running {
        return Ok(found);
    }
    end(app.writes(call).writer, of(operation), RunState::Cancelled, None, app.clock.now()).await?;
    own(progress(app, call, operation).await?)
}

/// Writes an operation's row, and begins its batches after the commit.
async fn in_batches(
    app: &Arc<App>,
    call: &Arc<Call>,
    source: BulkSource,
    total: i64,
) -> Result<Progress, Error> {
    check_total(total)?;
    let progress = Progress::start(app, call, total);
    insert(app, call, &progress).await?;
    // The permit ends with this request; each batch takes one.
    let (call, operation) = (call.unspent(), progress.operation.unwrap_or_default());
    app.after_commit(move |app| Run { app: Arc::clone(app), call, operation, source }.begin());
    Ok(progress)
}
