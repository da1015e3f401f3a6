//! Brings back what was removed in SQL from tables of other programs.

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    operations::adopted::bring_back,
    parameters::{PREVIEW, removals_of},
};

/// Brings back what removals removed.
pub async fn undo(asked: Asked<'_>) -> Result<Reply, Error> {
    let wanted = removals_of(asked.arguments);
    if wanted.ids.is_none() && wanted.since.is_none() {
        return Err(Error::bad_request("removals or since must be given"));
    }
    let is_preview = asked.arguments.flag(PREVIEW);
    Ok(Reply::of(bring_back(asked.app, asked.call, wanted, is_preview).await?))
}
