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
    resources::{Bulk, ImportAct, Matching, parse_uuid},
    views::{Outcomes, id_of},
};

/// Deletes or restores records, or undoes an operation.
pub async fn bulk(asked: Asked<'_>, act: Bulk) -> Result<Reply, Error> {
    let Asked { app, call, .. } = asked;
    let projections = (asked.projections)();
    if act == Bulk::Undo {
        let (undone, progress) = bulk::undo(app, call, operation(&asked)?, projections).await?;
        let bulk::Bulk { operation, outcomes, .. } = undone;
        let outcomes = outcomes.into_iter().map(|it| (id_of(&it), it)).collect();
        return Ok(Reply::of(Outcomes { operation, outcomes, related: None, progress }));
    }
    let Selected { ids, policy, related: with } =
        Selected::of(&asked.fields, act == Bulk::Restore)?;
    let selections = ids.iter().map(|id| global_id::decode(id)).collect();
    let changed = if with {
        bulk::restore_many_related(app, call, selections, policy, projections).await?
    } else {
        let to = if act == Bulk::Restore { State::Live } else { State::Deleted };
        bulk::change_many(app, call, to, selections, policy, projections).await?
    };
    let bulk::Bulk { operation, outcomes, related } = changed;
    let outcomes = ids.into_iter().map(str::to_owned).zip(outcomes).collect();
    let related = with.then_some(related);
    Ok(Reply::of(Outcomes { operation, outcomes, related, progress: None }))
}

/// Deletes or restores the records that match.
pub async fn matching(asked: Asked<'_>, matching: Matching) -> Result<Reply, Error> {
    let matches = match matching {
        Matching::Delete(resource) => Matches::live(resource, asked.filter),
        Matching::Restore(resource) => Matches::deleted(resource, asked.filter),
        Matching::Trash => Matches::Trash(trash_of(asked.arguments)),
    };
    let (confirm, projections) = (asked.arguments.text(CONFIRM), (asked.projections)());
    let changed = bulk::change_matching(asked.app, asked.call, matches, confirm, &projections);
    changed.await.map(Reply::of)
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
pub async fn import(asked: Asked<'_>, act: &'static ImportAct) -> Result<Reply, Error> {
    catalogue::import(asked.app, asked.call, act, &asked.fields).await.map(Reply::of)
}
