//! Changes tables of other programs: brings back what was removed in SQL, and writes rows.

use super::asked::{Asked, Reply};
use crate::{
    error::{Error, Refusal},
    operations::adopted::{self, WantedRow, bring_back},
    parameters::{PREVIEW, removals_of},
    views::{TypedRow, TypedTable},
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

/// Creates a row, or changes it. Its version is a member of the body, so that another one is a conflict.
pub async fn write_row(asked: Asked<'_>) -> Result<Reply, Error> {
    let wanted = WantedRow::read(asked.fields, asked.inputs, asked.call)?;
    match adopted::write_row(asked.app, asked.call, wanted).await {
        Err(Error::VersionMismatch) => Err(Error::ConflictsWith(Refusal::ChangedSince)),
        written => Ok(Reply::of(written?)),
    }
}

/// Creates a row of a table that has a type, or changes the one with an id.
pub async fn write_typed(
    asked: Asked<'_>,
    of: &'static TypedTable,
    is_new: bool,
) -> Result<Reply, Error> {
    let Asked { fields, inputs, id, expected, .. } = asked;
    let row = (!is_new).then(|| id.unwrap_or_default().to_owned());
    let wanted = WantedRow::of_columns(of.name, row, fields, inputs, expected)?;
    let row = adopted::write_row(asked.app, asked.call, wanted).await?;
    let path = of.path(&row);
    Ok(Reply::at(path, TypedRow { row, of }))
}
