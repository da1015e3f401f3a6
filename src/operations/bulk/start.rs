//! Starts operations on any number of records, and ends them.

use std::sync::Arc;
use uuid::Uuid;

use super::{
    change::BulkChange,
    matches::Matches,
    outcome::{Bulk, MANY, Policy},
    preview::{Preview, preview},
    progress::{Progress, RunState, end, insert, of, progress},
    run::Run,
    source::{BulkSource, Records},
    token::Token,
    undo::count_of,
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::rows::{Expected, Projections, Selection, State, ids_only, to_completion},
};

/// Most records of one operation. So many take a few minutes of batches, and as many events.
pub const MAX_RECORDS: i64 = 100_000;

/// What became of an operation on the records that match a filter.
#[derive(Clone, Debug)]
pub enum Changed {
    /// Nothing was changed; this is what would be.
    Preview(Preview),
    /// It has changed the records, or runs.
    Progress(Progress),
}

/// Deletes or restores the records that match. It takes the token of a preview; without one it
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
    let token = Token::of_request(confirm, call, &matches)?;
    let total = matches.count(app, call, token.as_of).await?.changing;
    if total > token.count {
        let message = "More records match than in the preview: ask for another preview";
        return Err(Error::ConflictsWith(message));
    }
    let source = BulkSource::Matches { matches: Arc::new(matches), as_of: token.as_of, total };
    let (bulk, progress) = change(app, call, source, Policy::Each, ids_only()).await?;
    let done = || Progress::done(app, call, total, bulk.operation, bulk.changed());
    Ok(Changed::Progress(progress.unwrap_or_else(done)))
}

/// Deletes or restores many records.
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

/// Undoes an operation that deleted or restored records. It may be an undo itself. If there are many,
/// it runs in batches, whose progress is returned.
///
/// Each record has its own outcome, and takes the permission that deleting or restoring it takes.
/// Records that another operation deleted or restored since are left alone.
///
/// # Errors
/// `NotFound` when no operation with that id deleted or restored anything that concerns the caller;
/// `ConflictsWith` when the operation is running, or the account runs another one; `BadRequest` for
/// too many records.
pub async fn undo(
    app: &Arc<App>,
    call: &Arc<Call>,
    operation: Uuid,
    projections: Projections,
) -> Result<(Bulk, Option<Progress>), Error> {
    let running = progress(app, call, operation).await?.filter(|it| it.state == RunState::Running);
    if let Some(running) = running {
        if running.actor != call.user_id {
            count_of(app, call, operation).await?;
        }
        return Err(Error::ConflictsWith("The operation is running: cancel it first"));
    }
    change(app, call, BulkSource::Undo(operation), Policy::Each, projections).await
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
        Records::All(items) => {
            let change = BulkChange::new(app, call, source, projections);
            let bulk = to_completion(async move { change.run(items, policy).await }).await?;
            Ok((bulk.ok_or(Error::Internal)?, None))
        }
        Records::Many(total) => {
            let progress = in_batches(app, call, source, total).await?;
            let operation = progress.operation;
            Ok((Bulk { operation, outcomes: Vec::new(), related: Vec::new() }, Some(progress)))
        }
    }
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
    if total > MAX_RECORDS {
        let problem =
            format!("{total} records match; at most {MAX_RECORDS} can be changed at once");
        return Err(Error::bad_request(problem));
    }
    let progress = Progress::start(app, call, total);
    insert(app, call, &progress).await?;
    // The permit ends with this request; each batch takes one.
    let (call, operation) = (call.unspent(), progress.operation.unwrap_or_default());
    app.after_commit(move |app| Run { app: Arc::clone(app), call, operation, source }.begin());
    Ok(progress)
}
