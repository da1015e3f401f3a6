//! Changes one record of any kind, named by its global id or by an event.

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    kinds::global_id::EVENT,
    operations::{
        bulk::restore_related,
        records::{self, write::change_by_id},
    },
    parameters::with_related,
    resources::ById,
    views::{DeletedById, RestoredById},
};

/// Deletes or restores a record.
pub async fn by_id(asked: Asked<'_>, act: ById) -> Result<Reply, Error> {
    let Asked { app, call, .. } = asked;
    let (selection, projections) = (asked.selection(), (asked.projections)());
    if with_related(&asked.fields)? {
        let restored = restore_related(app, call, selection, asked.expected, projections).await?;
        return Ok(Reply::of(RestoredById(restored.0, restored.1)));
    }
    let changed = change_by_id(app, call, act, selection, asked.expected, &projections).await?;
    Ok(match act {
        ById::Delete => Reply::of(DeletedById(changed)),
        ById::Restore => Reply::of(RestoredById(changed, Vec::new())),
    })
}

/// Gives a record the values that it had after an event.
pub async fn revert(asked: Asked<'_>) -> Result<Reply, Error> {
    let (event, projections) = (asked.id_of(EVENT), (asked.projections)());
    let reverted = records::revert(asked.app, asked.call, event, asked.expected, &projections);
    reverted.await.map(Reply::of)
}
