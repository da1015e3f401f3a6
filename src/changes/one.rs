//! Changes one record of any kind, named by its global id or by an event.

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    kinds::global_id::EVENT,
    operations::{
        audit::Action,
        bulk::{purge_one, restore_related},
        records::{self, write::change_by_id},
        rows::State,
    },
    parameters::with_related,
    views::{DeletedById, Held, Purged, RestoredById},
};

/// Deletes a record.
pub async fn delete(asked: Asked<'_>) -> Result<Reply, Error> {
    let (selection, projections) = (asked.selection(), (asked.projections)());
    let Asked { app, call, expected, .. } = asked;
    let deleted = change_by_id(app, call, State::Deleted, selection, expected, &projections);
    Ok(Reply::of(DeletedById(deleted.await?)))
}

/// Restores a record, with related ones if the request says so.
pub async fn restore(asked: Asked<'_>) -> Result<Reply, Error> {
    let (selection, projections) = (asked.selection(), (asked.projections)());
    let Asked { app, call, expected, .. } = asked;
    let (restored, related) = if with_related(&asked.fields)? {
        restore_related(app, call, selection, expected, projections).await?
    } else {
        let restored = change_by_id(app, call, State::Live, selection, expected, &projections);
        (restored.await?, Vec::new())
    };
    Ok(Reply::of(RestoredById(restored, related)))
}

/// Removes a deleted record for good.
pub async fn purge(asked: Asked<'_>) -> Result<Reply, Error> {
    let purged = purge_one(asked.app, asked.call, asked.selection());
    purged.await.map(|operation| Reply::of(Purged(operation)))
}

/// Puts a record on hold, or releases it.
pub async fn hold(asked: Asked<'_>, action: Action) -> Result<Reply, Error> {
    let done = records::set_hold(asked.app, asked.call, asked.selection(), action);
    done.await.map(|operation| Reply::of(Held(operation)))
}

/// Gives a record the values that it had after an event.
pub async fn revert(asked: Asked<'_>) -> Result<Reply, Error> {
    let (event, projections) = (asked.id_of(EVENT), (asked.projections)());
    let reverted = records::revert(asked.app, asked.call, event, asked.expected, &projections);
    reverted.await.map(Reply::of)
}
