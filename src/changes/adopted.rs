//! Changes tables of other programs: brings back what was removed in SQL, and writes rows.

use super::asked::{Asked, Reply};
use crate::{
    error::Error,
    operations::adopted::{self, WantedRow, bring_back},
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

/// Creates a row, or changes it.
pub async fn write_row(asked: Asked<'_>) -> Result<Reply, Error> {
    let wanted = WantedRow::read(asked.fields, asked.inputs, asked.call)?;
    Ok(Reply::of(adopted::write_row(asked.app, asked.call, wanted).await?))
}
