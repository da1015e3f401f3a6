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
    parameters::{CONFIRM, Selected, policy_of, trash_of, undone_of},
    resources::{Resource, parse_uuid},
    views::{EmptiedTrash, Outcomes, id_of},
};

/// Deletes records.
pub async fn delete(asked: Asked<'_>) -> Result<Reply, Error> {
    let selected = Selected::of(&asked.fields, false)?;
    change(&asked, State::Deleted, selected).await
}

/// Removes deleted records for good.
pub async fn purge(asked: Asked<'_>) -> Result<Reply, Error> {
    let selected = Selected::of(&asked.fields, false)?;
    change(&asked, State::Purged, selected).await
}

/// Restores records, with related ones if the request says so.
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
    let can_undo = (to == State::Purged).then_some(false);
    Ok(Reply::of(Outcomes { operation, outcomes, related, can_undo, progress: None }))
}

/// Undoes an operation.
pub async fn undo(asked: Asked<'_>) -> Result<Reply, Error> {
    let (operation, projections) = (operation(&asked)?, (asked.projections)());
    let policy = policy_of(asked.arguments);
    let undone = bulk::undo(asked.app, asked.call, operation, policy, projections).await?;
    let (undone, progress) = undone;
    let bulk::Bulk { operation, outcomes, .. } = undone;
    let outcomes = outcomes.into_iter().map(|it| (id_of(&it), it)).collect();
    let (related, can_undo) = (None, None);
    Ok(Reply::of(Outcomes { operation, outcomes, related, can_undo, progress }))
}

/// Deletes or restores the records of a kind that match.
pub async fn change_matching(
    mut asked: Asked<'_>,
    kind: &'static Resource,
    to: State,
) -> Result<Reply, Error> {
    let matches = Matches::of(kind, asked.filter.take(), to);
    matching(&asked, matches).await
}

/// Restores the deleted records of all kinds that match.
pub async fn restore_trash(asked: Asked<'_>) -> Result<Reply, Error> {
    matching(&asked, Matches::Trash(trash_of(asked.arguments), State::Live)).await
}

/// Removes the deleted records of all kinds that match for good.
pub async fn empty_trash(asked: Asked<'_>) -> Result<Reply, Error> {
    let changed = changed(&asked, Matches::Trash(trash_of(asked.arguments), State::Purged));
    changed.await.map(|changed| Reply::of(EmptiedTrash(changed)))
}

/// Takes back what happened in events that match.
pub async fn undo_matching(asked: Asked<'_>) -> Result<Reply, Error> {
    let (undone, projections) = (undone_of(asked.arguments)?, (asked.projections)());
    let confirm = asked.arguments.text(CONFIRM);
    let changed = bulk::undo_matching(asked.app, asked.call, undone, confirm, projections);
    changed.await.map(Reply::of)
}

async fn matching(asked: &Asked<'_>, matches: Matches) -> Result<Reply, Error> {
    changed(asked, matches).await.map(Reply::of)
}

async fn changed(asked: &Asked<'_>, matches: Matches) -> Result<Changed, Error> {
    let (confirm, projections) = (asked.arguments.text(CONFIRM), (asked.projections)());
    bulk::change_matching(asked.app, asked.call, matches, confirm, &projections).await
}

/// Ends an operation that runs in batches.
pub async fn cancel(asked: Asked<'_>) -> Result<Reply, Error> {
    let progress = bulk::cancel(asked.app, asked.call, operation(&asked)?).await?;
    Ok(Reply::of(Changed::Progress(progress)))
}

/// The operation that a request names; none has a malformed id.
fn operation(asked: &Asked<'_>) -> Result<Uuid, Error> {
    asked.id.and_then(parse_uuid).ok_or_else(|| Error::not_found("Operation"))
}

/// Imports texts.
pub async fn import(asked: Asked<'_>, of: catalogue::Importable) -> Result<Reply, Error> {
    catalogue::import(asked.app, asked.call, of, &asked.fields).await.map(Reply::of)
}
