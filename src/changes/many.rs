//! Changes many records: by their ids, by a filter, and those of an operation; and imports texts.

use uuid::Uuid;

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    kinds::global_id,
    operations::{
        bulk::{self, Changed, Matches},
        catalogue,
        rows::State,
    },
    parameters::{CONFIRM, Selected, trash_of},
    resources::{Resource, parse_uuid},
    views::{Outcomes, id_of},
};

/// Deletes records.
///
/// # Errors
/// Those of `bulk::change_many`.
pub async fn delete(asked: Asked<'_>) -> Result<Reply, Error> {
    let selected = Selected::of(&asked.fields, false)?;
    change(&asked, State::Deleted, selected).await
}

/// Restores records, with related ones if the request says so.
///
/// # Errors
/// Those of `bulk::change_many`.
pub async fn restore(asked: Asked<'_>) -> Result<Reply, Error> {
    let selected = Selected::of(&asked.fields, true)?;
    change(&asked, State::Live, selected).await
}

async fn change(asked: &Asked<'_>, to: State, selected: Selected<'_>) -> Result<Reply, Error> {
    let (Asked { app, call, .. }, projections) = (asked, (asked.projections)());
    let Selected { ids, policy, related: with } = selected;
    let selections = ids.iter().map(|id| global_id::decode(id)).collect();
    let changed = if with {
        bulk::restore_many_related(app, call, selections, policy, projections).await?
    } else {
        bulk::change_many(app, call, to, selections, policy, projections).await?
    };
    let bulk::Bulk { operation, outcomes, related } = changed;
    let outcomes = ids.into_iter().map(str::to_owned).zip(outcomes).collect();
    let related = with.then_some(related);
    Ok(Reply::of(Outcomes { operation, outcomes, related, progress: None }))
}

/// Undoes an operation.
///
/// # Errors
/// Those of `bulk::undo`.
pub async fn undo(asked: Asked<'_>) -> Result<Reply, Error> {
    let (operation, projections) = (operation(&asked)?, (asked.projections)());
    let (undone, progress) = bulk::undo(asked.app, asked.call, operation, projections).await?;
    let bulk::Bulk { operation, outcomes, .. } = undone;
    let outcomes = outcomes.into_iter().map(|it| (id_of(&it), it)).collect();
    Ok(Reply::of(Outcomes { operation, outcomes, related: None, progress }))
}

/// Deletes the live records of a kind that match.
///
/// # Errors
/// Those of `bulk::change_matching`.
pub async fn delete_matching(
    mut asked: Asked<'_>,
    kind: &'static Resource,
) -> Result<Reply, Error> {
    let matches = Matches::live(kind, asked.filter.take());
    matching(&asked, matches).await
}

/// Restores the deleted records of a kind that match.
///
/// # Errors
/// Those of `bulk::change_matching`.
pub async fn restore_matching(
    mut asked: Asked<'_>,
    kind: &'static Resource,
) -> Result<Reply, Error> {
    let matches = Matches::deleted(kind, asked.filter.take());
    matching(&asked, matches).await
}

/// Restores the deleted records of all kinds that match.
///
/// # Errors
/// Those of `bulk::change_matching`.
pub async fn restore_trash(asked: Asked<'_>) -> Result<Reply, Error> {
    matching(&asked, Matches::Trash(trash_of(asked.arguments))).await
}

async fn matching(asked: &Asked<'_>, matches: Matches) -> Result<Reply, Error> {
    let (confirm, projections) = (asked.arguments.text(CONFIRM), (asked.projections)());
    let changed = bulk::change_matching(asked.app, asked.call, matches, confirm, &projections);
    changed.await.map(Reply::of)
}

/// Ends an operation that runs in batches.
///
/// # Errors
/// Those of `bulk::cancel`.
pub async fn cancel(asked: Asked<'_>) -> Result<Reply, Error> {
    let progress = bulk::cancel(asked.app, asked.call, operation(&asked)?).await?;
    Ok(Reply::of(Changed::Progress(progress)))
}

/// The operation that a request names; none has a malformed id.
fn operation(asked: &Asked<'_>) -> Result<Uuid, Error> {
    asked.id.and_then(parse_uuid).ok_or_else(|| Error::not_found("Operation"))
}

/// Imports texts.
///
/// # Errors
/// Those of `catalogue::import`.
pub async fn import(asked: Asked<'_>, of: catalogue::Importable) -> Result<Reply, Error> {
    catalogue::import(asked.app, asked.call, of, &asked.fields).await.map(Reply::of)
}
