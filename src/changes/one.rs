//! Changes one record of any kind, named by its global id or by an event.

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    kinds::global_id::EVENT,
    operations::{
        bulk::restore_related,
        records::{self, write::change_by_id},
        rows::State,
    },
    parameters::with_related,
    views::{DeletedById, RestoredById},
};

/// Deletes a record.
///
/// # Errors
/// Those of `change_by_id`.
pub async fn delete(asked: Asked<'_>) -> Result<Reply, Error> {
    let (selection, projections) = (asked.selection(), (asked.projections)());
    let Asked { app, call, expected, .. } = asked;
    let deleted = change_by_id(app, call, State::Deleted, selection, expected, &projections);
    Ok(Reply::of(DeletedById(deleted.await?)))
}

/// Restores a record, with related ones if the request says so.
///
/// # Errors
/// Those of `change_by_id`, and of `restore_related`.
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

/// Gives a record the values that it had after an event.
///
/// # Errors
/// Those of `records::revert`.
pub async fn revert(asked: Asked<'_>) -> Result<Reply, Error> {
    let (event, projections) = (asked.id_of(EVENT), (asked.projections)());
    let reverted = records::revert(asked.app, asked.call, event, asked.expected, &projections);
    reverted.await.map(Reply::of)
}
