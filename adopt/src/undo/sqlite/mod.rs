//! Brings rows back into SQLite, whose references wait until the end.

mod history;
mod insert;
mod write;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement, Value};

use self::{
    history::{mark_repeated, mark_taken, settle},
    insert::insert,
    write::{change, compare, remove},
};
use super::{Undone, Wanted, report, why::Why};
use crate::{
    capture::value_on_sqlite,
    catalogue::{Table, tables},
    kinds::Kind,
    own,
    rows::newest_on_sqlite,
    sql,
};

const BEGIN: &str = "
    PRAGMA defer_foreign_keys = ON;
    CREATE TEMP TABLE reinstate_undoing (
      id INTEGER PRIMARY KEY, at TEXT, kind TEXT, action TEXT, coverage INTEGER, image TEXT, after TEXT, rows INTEGER,
      reason TEXT, remark TEXT, done INTEGER NOT NULL DEFAULT 0, goes_with INTEGER
    )";

fn choose() -> String {
    let [erased, too_many] = [Why::Erased, Why::TooManyKept].map(|it| it.sql());
    format!(
        "
    INSERT INTO temp.reinstate_undoing (id, at, kind, action, coverage, image, after, rows, reason)
    SELECT id, at, kind, action, coverage, nullif(before, 'null'), nullif(after, 'null'), rows,
      CASE WHEN before <> 'null' THEN NULL WHEN after IS NULL THEN {erased}
        WHEN after = 'null' THEN {too_many} END
    FROM reinstate_captured c
    WHERE undone_at IS NULL AND at >= coalesce($1, '') AND at <= coalesce($2, '9999')
      AND ($3 IS NULL OR kind IN (SELECT value FROM json_each($3))) AND ($4 IS NULL OR at IN (SELECT value FROM json_each($4)))
      AND ($5 OR action IN ('delete', 'hide') OR action = 'update' AND EXISTS (
        SELECT 1 FROM reinstate_captured d WHERE d.at = c.at AND d.action = 'delete' AND d.undone_at IS NULL
      ))"
    )
}

/// What was removed when, the newest first; SQLite has no roles.
const REMOVALS: &str = "
    SELECT u.at, u.at, NULL, NULL, u.kind, sum(u.rows), {done}
    FROM temp.reinstate_undoing u JOIN reinstate_captured c ON c.id = u.id GROUP BY u.at, u.kind, 7 ORDER BY max(u.id) DESC";

/// What happens to how many rows of each kind.
const OUTCOMES: &str = "
    SELECT kind, sum(rows), reason, iif(reason IS NULL, remark, NULL) FROM temp.reinstate_undoing
    GROUP BY 1, 3, 4";

/// Rows of one kind that were kept with the same columns.
struct Part<'t> {
    coverage: i64,
    table: &'t Table,
    key: Vec<String>,
    /// The columns of the images, in order.
    columns: Vec<String>,
}

pub async fn undo(database: &DatabaseTransaction, wanted: &Wanted) -> Result<Undone, DbErr> {
    database.execute_unprepared(BEGIN).await?;
    let kinds = (!wanted.kinds.is_empty()).then(|| serde_json::json!(wanted.kinds).to_string());
    let removals = wanted.removals.as_ref().map(|ids| serde_json::json!(ids).to_string());
    let values = vec![
        Value::from(wanted.since.clone()),
        wanted.until.clone().into(),
        kinds.into(),
        removals.into(),
        wanted.changes.into(),
    ];
    let is_own = own::of_images(&wanted.own, DbBackend::Sqlite, "$6");
    let values = values.into_iter().chain(own::bound(&wanted.own));
    run(database, &(choose() + &is_own), values).await?;
    let own = newest_on_sqlite(database).await?;
    let tables = tables(database).await?;
    let parts = parts(database, &tables).await?;
    for part in &parts {
        if wanted.changes {
            settle(database, part).await?;
        } else {
            mark_repeated(database, part).await?;
        }
    }
    if wanted.changes {
        // Some rows take values that others have until these are gone or changed. References wait.
        remove(database, &parts, &tables, false).await?;
        change(database, &parts, false).await?;
    }
    for part in &parts {
        mark_taken(database, part).await?;
    }
    while !insert(database, &parts).await? {}
    change(database, &parts, true).await?;
    remove(database, &parts, &tables, true).await?;
    for part in &parts {
        compare(database, part).await?;
    }
    // What is recorded of the undo itself is undone by no other one.
    let mark = "UPDATE reinstate_captured SET undone_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), undone_by = $1 \
                WHERE id > $2 OR id IN (SELECT u.id FROM temp.reinstate_undoing u \
                  LEFT JOIN temp.reinstate_undoing w ON w.id = u.goes_with WHERE coalesce(w.done, u.done))";
    run(database, mark, [wanted.by.clone().into(), own.into()]).await?;
    let undone = report(database, REMOVALS, OUTCOMES).await?;
    database.execute_unprepared("DROP TABLE temp.reinstate_undoing").await?;
    Ok(undone)
}

fn statement(sql: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Sqlite, sql, values)
}

async fn run(
    database: &DatabaseTransaction,
    sql: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<u64, DbErr> {
    Ok(database.execute_raw(statement(sql, values)).await?.rows_affected())
}

/// What was kept, by its columns; what has no table any more gets its reason.
async fn parts<'t>(
    database: &DatabaseTransaction,
    tables: &'t [Table],
) -> Result<Vec<Part<'t>>, DbErr> {
    let read = "SELECT c.id, c.settings, c.columns FROM reinstate_coverage c \
                WHERE c.id IN (SELECT coverage FROM temp.reinstate_undoing) ORDER BY c.id DESC";
    let mut parts = Vec::new();
    for row in database.query_all_raw(statement(read, [])).await? {
        let coverage: i64 = row.try_get_by_index(0)?;
        let (settings, columns): (String, String) =
            (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
        let part = read_part(coverage, (&settings, &columns), tables);
        match part {
            Ok((part, remark)) => {
                let set = "UPDATE temp.reinstate_undoing SET remark = $1 WHERE coverage = $2";
                run(database, set, [remark.map(|it| it.kept()).into(), coverage.into()]).await?;
                parts.push(part);
            }
            Err(reason) => {
                let set = "UPDATE temp.reinstate_undoing SET reason = $1 WHERE coverage = $2";
                run(database, set, [reason.kept().into(), coverage.into()]).await?;
            }
        }
    }
    Ok(parts)
}

/// A part with what is different about it, or why nothing of it comes back.
fn read_part<'t>(
    coverage: i64,
    (settings, columns): (&str, &str),
    tables: &'t [Table],
) -> Result<(Part<'t>, Option<Why>), Why> {
    let unreadable = |it: serde_json::Error| Why::Refused { says: it.to_string() };
    let kind: Kind = serde_json::from_str(settings).map_err(unreadable)?;
    let columns: Vec<String> = serde_json::from_str(columns).map_err(unreadable)?;
    let table = kind.find(tables).ok_or(Why::NoTable)?;
    if let Some(key) = kind.key.iter().find(|it| table.column(it).is_none()) {
        return Err(Why::KeyGone { column: key.clone() });
    }
    let gone: Vec<&String> = columns.iter().filter(|it| table.column(it).is_none()).collect();
    let new = table
        .columns
        .iter()
        .find(|it| !it.generated && !columns.contains(&it.name) && !kind.hide.contains(&it.name));
    let remark = match (gone.first(), new) {
        (None, _) => None,
        (Some(gone), Some(new)) => {
            let (column, new) = ((*gone).clone(), new.name.clone());
            return Err(Why::ColumnGone { column, new });
        }
        (Some(_), None) => {
            let gone: Vec<&str> = gone.iter().map(|it| it.as_str()).collect();
            Some(Why::Without { columns: gone.join(", ") })
        }
    };
    Ok((Part { coverage, table, key: kind.key, columns }, remark))
}

impl Part<'_> {
    /// The value of a column in an image.
    fn value(&self, image: &str, column: &str) -> String {
        let place = self.columns.iter().position(|it| it == column).unwrap_or(usize::MAX);
        value_on_sqlite(image, place)
    }

    fn table(&self) -> String {
        sql::name(&self.table.name)
    }

    /// The columns that images and the table have.
    fn shared(&self) -> Vec<&String> {
        self.columns
            .iter()
            .filter(|it| self.table.column(it).is_some_and(|it| !it.generated))
            .collect()
    }

    /// Whether a row of the table has the key of an image.
    fn is_same(&self, row: &str, image: &str) -> String {
        let each = self
            .key
            .iter()
            .map(|it| format!("{row}.{} = {}", sql::name(it), self.value(image, it)));
        each.collect::<Vec<_>>().join(" AND ")
    }
}
