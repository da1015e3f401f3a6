//! Starts operations on any number of records, and ends them.

use std::sync::Arc;
use uuid::Uuid;

use super::{
    matches::Matches,
    preview::{Preview, preview},
    progress::{Progress, RunState, end, insert, of, progress},
    run::{Run, counts},
    source::Source,
    token::Token,
};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        records::write::{self, Bulk, BulkChange, MANY, Policy, Projections},
        rows::to_completion,
    },
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
    let source = Source::Matches(Arc::new(matches), token.as_of);
    if usize::try_from(total).is_ok_and(|total| total > MANY) {
        return in_batches(app, call, source, total).await.map(Changed::Progress);
    }
    let next = source.next(app, call, (0, i64::MIN)).await?;
    let items = next.map(|(items, _)| items).unwrap_or_default();
    let change = BulkChange::new(app, call, write::ids_only(), true);
    let bulk = to_completion(async move {
        change.run(items, Policy::Each, |policy, ids| source.narrow(policy, ids)).await
    });
    let bulk = bulk.await?;
    let (changed, _) = counts(&bulk.outcomes);
    Ok(Changed::Progress(Progress::done(app, call, total, bulk.operation, changed)))
}

/// Undoes an operation that deleted or restored records. If there are many, it runs in batches,
/// whose progress is returned.
///
/// # Errors
/// As [`write::undo`]; `ConflictsWith` when the operation is running, or the account runs another
/// one; `BadRequest` for too many records.
pub async fn undo(
    app: &Arc<App>,
    call: &Arc<Call>,
    operation: Uuid,
    projections: Projections,
) -> Result<(Bulk, Option<Progress>), Error> {
    let running = progress(app, call, operation).await?.filter(|it| it.state == RunState::Running);
    if let Some(running) = running {
        if running.actor != call.user_id {
            write::count_of(app, call, operation).await?;
        }
        return Err(Error::ConflictsWith("The operation is running: cancel it first"));
    }
    if let Some(undone) = write::undo(app, call, operation, projections).await? {
        return Ok((undone, None));
    }
    let total = write::count_of(app, call, operation).await?;
    let progress = in_batches(app, call, Source::Undo(operation), total).await?;
    let undone = Bulk { operation: progress.operation, outcomes: Vec::new(), related: Vec::new() };
    Ok((undone, Some(progress)))
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
    source: Source,
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
