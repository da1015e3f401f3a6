//! Counts of the trash, and previews of restoring.

use super::asked::{Asked, Found};
use crate::{
    error::Error,
    kinds::global_id,
    operations::{bulk::restore_preview, trash::trash_summary},
};

/// How many deleted records there are of each kind.
pub async fn summary(asked: &Asked<'_>) -> Result<Found, Error> {
    Ok(Found::several(trash_summary(asked.app, asked.call).await?.into_iter().map(Some)))
}

/// What restoring records would bring back, in the order of their ids.
pub async fn preview(asked: &Asked<'_>) -> Result<Found, Error> {
    let ids = asked.arguments.texts("ids").unwrap_or_default();
    let selections: Vec<_> = ids.into_iter().map(global_id::decode).collect();
    let projections = (asked.projections)();
    Ok(Found::several(restore_preview(asked.app, asked.call, &selections, &projections).await?))
}
