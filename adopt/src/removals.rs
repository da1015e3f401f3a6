//! Who removed what when.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, Value};
use serde_json::json;

use crate::{
    coverage::must_be_adopted,
    own::{self, Own},
};

/// Rows of a removal are counted up to this number on PostgreSQL.
pub const COUNTED: i64 = 100_000;
/// What a transaction removed; on SQLite a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Its id, by which an undo names it.
    pub id: String,
    /// When it was done, RFC 3339.
    pub at: String,
    /// The role of the database, or several; SQLite has none.
    pub role: Option<String>,
    /// Whom the application named.
    pub person: Option<String>,
    /// What it removed and changed, by kind.
    pub parts: Vec<Part>,
}

/// What a transaction did to rows of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The kind.
    pub kind: String,
    /// How many rows it removed.
    pub rows: i64,
    /// How many it changed.
    pub changed: i64,
    /// How many it created.
    pub created: i64,
    /// How many of all these have come back, or were taken back.
    pub undone: i64,
    /// How many of all these were not kept, since they were too many or are erased.
    pub lost: i64,
    /// For whom the last one came back.
    pub undone_by: Option<String>,
}

/// Which removals are listed.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'k> {
    /// Only rows of these kinds.
    pub kinds: &'k [String],
    /// Whether changes are listed too, where they are recorded.
    pub changes: bool,
    /// Of these kinds only an owner's rows.
    pub own: &'k [Own],
}

impl Listed<'_> {
    /// The query for what is listed, with values. Only as a text its condition finds the index of removals among changes.
    pub(crate) fn query(&self, backend: DbBackend, sql: &str, values: Vec<Value>) -> Statement {
        let listed = if self.changes { "true" } else { "c.action IN ('delete', 'hide')" };
        let own = own::of_images(self.own, backend, &format!("${}", values.len() + 1));
        let sql = sql.replace("{listed}", &(listed.to_owned() + &own));
        let values = values.into_iter().chain(own::bound(self.own));
        Statement::from_sql_and_values(backend, sql, values)
    }
}

/// A page of what was removed, the newest first. It begins after the removal with that id.
///
/// # Errors
/// When the database can't be reached, or keeps nothing.
pub async fn removals(
    database: &impl ConnectionTrait,
    listed: Listed<'_>,
    after: Option<&str>,
    size: u64,
) -> Result<Vec<Removed>, DbErr> {
    must_be_adopted(database).await?;
    let backend = database.get_database_backend();
    let (sql, after): (_, Value) = match backend {
        // What is no number is no removal's id.
        DbBackend::Postgres => {
            (POSTGRES, after.map_or(i64::MAX, |id| id.parse().unwrap_or(0)).into())
        }
        _ => (SQLITE, after.unwrap_or("9999").into()),
    };
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    let values = vec![after, size.into(), names(backend, listed.kinds)];
    let statement = listed.query(backend, sql, values);
    let mut found: Vec<Removed> = Vec::new();
    for row in database.query_all_raw(statement).await? {
        let removed = removed(&row)?;
        match found.last_mut().filter(|it| it.id == removed.id) {
            Some(last) => {
                last.at = last.at.clone().min(removed.at);
                last.parts.extend(removed.parts);
            }
            None => found.push(removed),
        }
    }
    Ok(found)
}

pub(crate) fn names(backend: DbBackend, kinds: &[String]) -> Value {
    match backend {
        DbBackend::Postgres => kinds.to_vec().into(),
        _ => json!(kinds).to_string().into(),
    }
}

fn removed(row: &QueryResult) -> Result<Removed, DbErr> {
    let part = Part {
        kind: row.try_get_by_index(4)?,
        rows: row.try_get_by_index(5)?,
        changed: row.try_get_by_index(6)?,
        created: row.try_get_by_index(7)?,
        undone: row.try_get_by_index(8)?,
        lost: row.try_get_by_index(9)?,
        undone_by: row.try_get_by_index(10)?,
    };
    Ok(Removed {
        id: row.try_get_by_index(0)?,
        at: row.try_get_by_index(1)?,
        role: row.try_get_by_index(2)?,
        person: row.try_get_by_index(3)?,
        parts: vec![part],
    })
}

/// Each step finds the transaction before, by the primary key, or by the index of removals among changes.
const POSTGRES: &str = "
    WITH RECURSIVE page(transaction, place) AS (
      SELECT (
        SELECT c.transaction FROM reinstate.captured c
        WHERE c.transaction < $1 AND c.kind = ANY ($3) AND {listed} ORDER BY c.transaction DESC LIMIT 1
      ), 1
      UNION ALL
      SELECT (
        SELECT c.transaction FROM reinstate.captured c
        WHERE c.transaction < p.transaction AND c.kind = ANY ($3) AND {listed}
        ORDER BY c.transaction DESC LIMIT 1
      ), p.place + 1
      FROM page p WHERE p.transaction IS NOT NULL AND p.place < $2
    )
    SELECT p.transaction::text, to_char(min(c.at) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),
      string_agg(DISTINCT c.role, ', '), string_agg(DISTINCT c.person, ', '), c.kind,
      coalesce(sum(c.rows) FILTER (WHERE c.action IN ('delete', 'hide')), 0)::bigint,
      coalesce(sum(c.rows) FILTER (WHERE c.action IN ('change', 'update')), 0)::bigint,
      coalesce(sum(c.rows) FILTER (WHERE c.action = 'create'), 0)::bigint,
      coalesce(sum(c.rows) FILTER (WHERE c.undone_at IS NOT NULL), 0)::bigint,
      coalesce(sum(c.rows) FILTER (WHERE c.is_lost), 0)::bigint,
      (array_agg(c.undone_by ORDER BY c.undone_at DESC) FILTER (WHERE c.undone_at IS NOT NULL))[1]
    FROM page p CROSS JOIN LATERAL (
      SELECT kind, at, role, person, rows, action, undone_at, undone_by, before IS NULL AND after IS NULL AS is_lost
      FROM reinstate.captured c
      WHERE c.transaction = p.transaction AND c.kind = ANY ($3) AND {listed} LIMIT 100001
    ) c
    WHERE $2 > 0 GROUP BY p.transaction, c.kind ORDER BY p.transaction DESC, c.kind";

const SQLITE: &str = "
    WITH RECURSIVE page(at, place) AS (
      SELECT (
        SELECT c.at FROM reinstate_captured c
        WHERE c.at < $1 AND c.kind IN (SELECT value FROM json_each($3)) AND {listed}
        ORDER BY c.at DESC LIMIT 1
      ), 1
      UNION ALL
      SELECT (
        SELECT c.at FROM reinstate_captured c
        WHERE c.at < p.at AND c.kind IN (SELECT value FROM json_each($3)) AND {listed}
        ORDER BY c.at DESC LIMIT 1
      ), p.place + 1
      FROM page p WHERE p.at IS NOT NULL AND p.place < $2
    )
    SELECT p.at, p.at, NULL, max(c.person), c.kind, coalesce(sum(c.rows) FILTER (WHERE c.action IN ('delete', 'hide')), 0),
      coalesce(sum(c.rows) FILTER (WHERE c.action IN ('change', 'update')), 0), coalesce(sum(c.rows) FILTER (WHERE c.action = 'create'), 0),
      count(c.undone_at), coalesce(sum(c.rows) FILTER (WHERE c.before = 'null' AND coalesce(c.after, 'null') = 'null'), 0), max(c.undone_by)
    FROM page p CROSS JOIN reinstate_captured c
    WHERE $2 > 0 AND c.at = p.at AND c.kind IN (SELECT value FROM json_each($3)) AND {listed}
    GROUP BY p.at, c.kind ORDER BY p.at DESC, c.kind";
