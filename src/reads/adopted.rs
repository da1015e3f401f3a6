//! What was removed in SQL from tables of other programs.

use adopt::{Having, Place};
use entity::Timestamp;
use std::ptr;

use super::asked::{Asked, Finds, Found};
use crate::{
    error::Error,
    operations::adopted::{self, ShownRow, Which},
    parameters::{CHANGES, COLUMN, KEY, REMOVAL, TABLE, VALUE, tables_of},
    resources::parse_id,
    views::{TypedRow, TypedTable, typed_tables},
};

/// What is kept of each table.
pub async fn tables(asked: &Asked<'_>) -> Result<Found, Error> {
    // The console asks at each sign-in which tables there are, and seldom what is kept of them.
    let covered = (asked.shows)("since") || (asked.shows)("gaps");
    let tables = adopted::tables(asked.app, asked.call, covered).await?;
    Ok(Found::several(tables.into_iter().map(Some)))
}

/// A page of what was removed, the newest first.
pub async fn removals(asked: &Asked<'_>) -> Result<Found, Error> {
    let tables = tables_of(asked.arguments);
    // An id is a number, or on SQLite a time.
    let is_id = |text: &str| parse_id(text).is_some() || Timestamp::parse(text).is_some();
    let after = asked.after(|text| is_id(text).then(|| text.to_owned()))?;
    let mut found = adopted::removals(
        asked.app,
        asked.call,
        (tables.as_deref(), asked.arguments.flag(CHANGES)),
        after.as_deref(),
        asked.size + 1,
    )
    .await?;
    let more = cut(&mut found, asked.size);
    Ok(Found::page(found, |removal| removal.id.clone(), more))
}

/// A page of the rows that a transaction removed.
pub async fn rows(asked: &Asked<'_>) -> Result<Found, Error> {
    let tables = tables_of(asked.arguments);
    let removal = asked.arguments.text(REMOVAL).unwrap_or_default();
    let after = asked.after(parse_id)?.unwrap_or_default();
    let of = (tables.as_deref(), asked.arguments.flag(CHANGES));
    let mut found =
        adopted::removed_rows(asked.app, asked.call, removal, of, after, asked.size + 1).await?;
    let more = cut(&mut found, asked.size);
    Ok(Found::page(found, |row| row.row.id.to_string(), more))
}

/// A page of what is recorded of one row, the newest first.
pub async fn row_history(asked: &Asked<'_>) -> Result<Found, Error> {
    let table = asked.arguments.text(TABLE).unwrap_or_default();
    let key = key_of(asked).unwrap_or_default();
    let before = asked.after(parse_id)?.unwrap_or(i64::MAX);
    let (row, size) = ((table, &key[..]), asked.size + 1);
    let mut found = adopted::row_history(asked.app, asked.call, row, before, size).await?;
    let more = cut(&mut found, asked.size);
    Ok(Found::page(found, |row| row.row.id.to_string(), more))
}

/// A page of the rows of a table that are there, or the one with a key.
pub async fn present_rows(asked: &Asked<'_>) -> Result<Found, Error> {
    let (found, more) = present(asked, asked.arguments.text(TABLE).unwrap_or_default()).await?;
    Ok(Found::page(found, |row| row.place.to_string(), more))
}

/// The row with an id, of the table that the operation is for.
pub async fn typed_row(asked: &Asked<'_>) -> Result<Found, Error> {
    let of = table_of(asked)?;
    let which = Which::Id(asked.id.unwrap_or_default());
    let mut found = adopted::present_rows(asked.app, asked.call, of.name, which, 1).await?;
    Ok(Found::one(found.pop().map(|row| TypedRow { row, of })))
}

/// The table that an operation is for.
fn table_of(asked: &Asked<'_>) -> Result<&'static TypedTable, Error> {
    let (Finds::One(about) | Finds::Page(about, _)) = asked.finds else {
        return Err(Error::Internal);
    };
    typed_tables().iter().find(|of| ptr::eq(about, &of.row)).ok_or(Error::Internal)
}

/// A page of the rows of the table that the operation is for, or the one with a key.
pub async fn typed_rows(asked: &Asked<'_>) -> Result<Found, Error> {
    let of = table_of(asked)?;
    let (found, more) = present(asked, of.name).await?;
    let found = found.into_iter().map(|row| TypedRow { row, of });
    Ok(Found::page(found, |it| it.row.place.to_string(), more))
}

/// The rows of a table on a page, and whether there are more.
async fn present(asked: &Asked<'_>, table: &str) -> Result<(Vec<ShownRow>, bool), Error> {
    let (key, after) = (key_of(asked), asked.after(Place::parse)?);
    let value = asked.arguments.text(VALUE);
    let having = asked.arguments.text(COLUMN).map(|column| Having { column, value });
    if having.is_none() && value.is_some() {
        return Err(Error::bad_request("value must be given with column"));
    }
    let which = match (&key, having) {
        (Some(_), Some(_)) => return Err(Error::bad_request("column must not be given with key")),
        (Some(key), None) => Which::Key(key),
        (None, having) => Which::Having(having, after.as_ref()),
    };
    let mut found =
        adopted::present_rows(asked.app, asked.call, table, which, asked.size + 1).await?;
    let more = cut(&mut found, asked.size);
    Ok((found, more))
}

fn key_of(asked: &Asked<'_>) -> Option<Vec<String>> {
    Some(asked.arguments.texts(KEY)?.into_iter().map(str::to_owned).collect())
}

/// Leaves a page; returns whether there was more.
fn cut<T>(found: &mut Vec<T>, size: u64) -> bool {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let more = found.len() > size;
    found.truncate(size);
    more
}
