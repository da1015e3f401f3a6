//! The rows of a removal, with their values.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, Value};
use serde_json::{Value as Json, json};

use crate::{
    coverage::must_be_adopted,
    removals::{Listed, names},
};

/// Values of a row with more bytes than this are not listed.
pub(crate) const VALUES: i64 = 64 * 1024;

/// A row that was removed or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedRow {
    /// Its number; later ones have higher ones.
    pub id: i64,
    /// Its kind.
    pub kind: String,
    /// `delete`, `hide`, `create`, `change`, or `update`: a removal set a reference to null.
    pub action: String,
    /// Its values before by column, as JSON; absent: it is new, they were not kept, or are too long for a list.
    pub values: Option<String>,
    /// Its values after; absent likewise, or since it is gone.
    pub after: Option<String>,
    /// The id of the removal.
    pub removal: String,
    /// When it was done, RFC 3339.
    pub at: String,
    /// The role of the database; SQLite has none.
    pub role: Option<String>,
    /// Whom the application named.
    pub person: Option<String>,
    /// When it came back, RFC 3339.
    pub undone_at: Option<String>,
}

/// A page of the rows that a transaction removed, in the order of their numbers.
///
/// # Errors
/// When the database can't be reached, or keeps nothing.
pub async fn removed_rows(
    database: &impl ConnectionTrait,
    removal: &str,
    listed: Listed<'_>,
    after: i64,
    size: u64,
) -> Result<Vec<RemovedRow>, DbErr> {
    must_be_adopted(database).await?;
    let backend = database.get_database_backend();
    let (of, removal): (_, Value) = match backend {
        DbBackend::Postgres => {
            ("c.transaction = $1 AND c.kind = ANY ($4)", removal.parse().unwrap_or(0_i64).into())
        }
        _ => ("c.at = $1 AND c.kind IN (SELECT value FROM json_each($4))", removal.into()),
    };
    let of = format!("{of} AND c.id > $2 AND {{listed}} ORDER BY c.id LIMIT $3");
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let values = vec![removal, after.into(), size.into(), names(backend, listed.kinds)];
    let statement = listed.query(backend, &rows_where(backend, &of), values);
    let rows = database.query_all_raw(statement).await?;
    rows.iter().map(|row| removed_row(row, backend)).collect()
}

/// The number of what was captured last, on SQLite; 0: nothing was.
pub(crate) async fn newest_on_sqlite(database: &impl ConnectionTrait) -> Result<i64, DbErr> {
    let newest = "SELECT coalesce(max(id), 0) FROM reinstate_captured";
    let newest = Statement::from_string(DbBackend::Sqlite, newest);
    database.query_one_raw(newest).await?.map_or(Ok(0), |row| row.try_get_by_index(0))
}

pub(crate) fn removed_row(row: &QueryResult, backend: DbBackend) -> Result<RemovedRow, DbErr> {
    let mut values: Option<String> = row.try_get_by_index(2)?;
    let mut after: Option<String> = row.try_get_by_index(5)?;
    if backend == DbBackend::Sqlite {
        let columns: Option<String> = row.try_get_by_index(6)?;
        let named = |values: Option<String>| named(&values?, columns.as_deref()?);
        (values, after) = (named(values), named(after));
    }
    Ok(RemovedRow {
        id: row.try_get_by_index(0)?,
        kind: row.try_get_by_index(1)?,
        action: row.try_get_by_index(4)?,
        values,
        after,
        removal: row.try_get_by_index(7)?,
        at: row.try_get_by_index(8)?,
        role: row.try_get_by_index(9)?,
        person: row.try_get_by_index(10)?,
        undone_at: row.try_get_by_index(3)?,
    })
}

/// The values of SQLite's rows by the names of their columns. What JSON can't hold is a text.
pub(crate) fn named(values: &str, columns: &str) -> Option<String> {
    let values: Vec<Json> = serde_json::from_str(values).ok()?;
    let columns: Vec<String> = serde_json::from_str(columns).ok()?;
    let plain = |value: Json| match value {
        Json::Object(typed) => typed.into_iter().next().map_or(Json::Null, |(of, value)| {
            // Reals have all their digits so that they come back; fewer name the same number.
            let real =
                value.as_str().filter(|_| of == "real").and_then(|it| it.parse::<f64>().ok());
            real.filter(|it| it.is_finite()).map_or(value, Json::from)
        }),
        value => value,
    };
    // In the order of the table, as PostgreSQL has them; an object of the library would sort them.
    let named = columns.iter().zip(values.into_iter().map(plain));
    let named: Vec<_> = named.map(|(name, value)| format!("{}:{value}", json!(name))).collect();
    Some(format!("{{{}}}", named.join(",")))
}

/// The query for rows `c` with a condition, which an order and a limit may follow.
pub(crate) fn rows_where(backend: DbBackend, which: &str) -> String {
    let sql = match backend {
        DbBackend::Postgres => ROWS_OF_POSTGRES,
        _ => ROWS_OF_SQLITE,
    };
    sql.replace("{bytes}", &VALUES.to_string()) + which
}

const ROWS_OF_POSTGRES: &str = "
    SELECT id, kind, CASE WHEN octet_length(before::text) <= {bytes} THEN before::text END,
      to_char(undone_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), action,
      CASE WHEN octet_length(after::text) <= {bytes} THEN after::text END, NULL, transaction::text,
      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'), role, person
    FROM reinstate.captured c WHERE ";

const ROWS_OF_SQLITE: &str = "
    SELECT c.id, c.kind, iif(length(c.before) <= {bytes}, nullif(c.before, 'null'), NULL), c.undone_at, c.action,
      iif(length(c.after) <= {bytes}, nullif(c.after, 'null'), NULL), v.columns, c.at, c.at, NULL, c.person
    FROM reinstate_captured c LEFT JOIN reinstate_coverage v ON v.id = c.coverage WHERE ";

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn values_have_the_names_of_their_columns() {
        let values =
            r#"[1,{"real":"0.10000000000000001"},{"blob":"00FF"},null,"a",{"real":"Inf"}]"#;
        let columns = r#"["id","total","image","note","name","most"]"#;
        let expected = r#"{"id":1,"total":0.1,"image":"00FF","note":null,"name":"a","most":"Inf"}"#;
        assert_eq!(named(values, columns).as_deref(), Some(expected));
    }
}
