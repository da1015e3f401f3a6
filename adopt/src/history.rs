//! What is recorded of one row, and how it is erased.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, Value};
use std::slice;

use crate::{
    capture::key_of,
    coverage::must_be_adopted,
    kinds::Kind,
    own::{self, Own},
    rows::{RemovedRow, removed_row, rows_where},
    sql,
};

/// A page of what is recorded of one row, the newest first; only while it was an owner's, if one is given.
///
/// `key` has the values of its key as text; the page has numbers below `before`. It is found by an index only where all
/// is recorded.
///
/// # Errors
/// When the database can't be reached, or keeps nothing.
pub async fn row_history(
    database: &impl ConnectionTrait,
    (name, columns, own): (&str, &[String], Option<&Own>),
    key: &[String],
    before: i64,
    size: u64,
) -> Result<Vec<RemovedRow>, DbErr> {
    must_be_adopted(database).await?;
    let backend = database.get_database_backend();
    let mut found = Vec::new();
    if key.len() != columns.len() {
        return Ok(found);
    }
    let own = own.map(slice::from_ref).unwrap_or_default();
    let is_own = own::of_images(own, backend, &format!("${}", key.len() + 3));
    for (coverage, places) in images(database, name).await? {
        let same = columns
            .iter()
            .zip(3..)
            .map(|(column, number)| format!("{} = ${number}", key_of(backend, column, &places)));
        let same: Vec<_> = same.collect();
        let which = condition(name, coverage, &same) + &is_own;
        let which = which + " AND c.id < $1 ORDER BY c.id DESC LIMIT $2";
        let sql = rows_where(backend, &which);
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        let values = [Value::from(before), size.into()];
        let key = key.iter().map(|it| it.as_str().into());
        let values = values.into_iter().chain(key).chain(own::bound(own));
        let statement = Statement::from_sql_and_values(backend, sql, values);
        for row in database.query_all_raw(statement).await? {
            found.push(removed_row(&row, backend)?);
        }
    }
    found.sort_by_key(|it| std::cmp::Reverse(it.id));
    found.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    Ok(found)
}

/// The statements that erase what was kept of one row: when it was done what to it is left, and no value of it.
///
/// `key` has the values of its key as text.
///
/// # Errors
/// When the kind isn't adopted or has another key, or the database can't be reached.
pub async fn erasing(
    database: &impl ConnectionTrait,
    name: &str,
    key: &[String],
) -> Result<Vec<String>, DbErr> {
    must_be_adopted(database).await?;
    let backend = database.get_database_backend();
    let (settings, table, nothing) = match backend {
        DbBackend::Postgres => (
            "SELECT settings::text FROM reinstate.coverage WHERE kind = $1 ORDER BY since DESC LIMIT 1",
            "reinstate.captured c",
            "NULL",
        ),
        _ => (
            "SELECT settings FROM reinstate_coverage WHERE kind = $1 ORDER BY id DESC LIMIT 1",
            "reinstate_captured AS c",
            "'null'",
        ),
    };
    let read = Statement::from_sql_and_values(backend, settings, [name.into()]);
    let row = database.query_one_raw(read).await?;
    let row = row.ok_or_else(|| DbErr::Custom(format!("{name} is not adopted")))?;
    let settings: String = row.try_get_by_index(0)?;
    let kind: Kind =
        serde_json::from_str(&settings).map_err(|error| DbErr::Custom(error.to_string()))?;
    if kind.key.len() != key.len() {
        let columns = kind.key.join(", ");
        return Err(DbErr::Custom(format!("the key of {name} has values of {columns}")));
    }
    let values: Vec<_> = key.iter().map(|it| sql::text(it)).collect();
    let forms = images(database, name).await?;
    let statements = forms.iter().map(|(coverage, places)| {
        let same = kind.key.iter().zip(&values);
        let same =
            same.map(|(column, value)| format!("{} = {value}", key_of(backend, column, places)));
        let which = condition(name, *coverage, &same.collect::<Vec<_>>());
        format!("UPDATE {table} SET before = {nothing}, after = NULL WHERE {which}")
    });
    Ok(statements.collect())
}

/// The condition for what is kept of a row.
fn condition(name: &str, coverage: Option<i64>, same: &[String]) -> String {
    let of = coverage.map_or_else(|| "true".to_owned(), |id| format!("c.coverage = {id}"));
    format!("c.kind = {} AND {of} AND {}", sql::text(name), same.join(" AND "))
}

/// The forms that images of a kind have: on SQLite one for each coverage, with its columns.
async fn images(
    database: &impl ConnectionTrait,
    name: &str,
) -> Result<Vec<(Option<i64>, Vec<String>)>, DbErr> {
    let backend = database.get_database_backend();
    if backend == DbBackend::Postgres {
        return Ok(vec![(None, Vec::new())]);
    }
    let read = "SELECT id, columns FROM reinstate_coverage WHERE kind = $1";
    let read = Statement::from_sql_and_values(backend, read, [name.into()]);
    let rows = database.query_all_raw(read).await?;
    let forms = rows.iter().map(|row| {
        let columns: String = row.try_get_by_index(1)?;
        let columns = serde_json::from_str(&columns).map_err(|it| DbErr::Custom(it.to_string()))?;
        Ok((Some(row.try_get_by_index(0)?), columns))
    });
    forms.collect()
}
