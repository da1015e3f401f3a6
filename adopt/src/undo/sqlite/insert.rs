//! Inserts rows, and learns why others don't come back.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, TransactionTrait};

use super::{Part, run, statement};
use crate::{catalogue::Table, sql, undo::why::Why};

/// The rows of a part that come back.
fn rows_of(part: &Part<'_>) -> String {
    format!("u.coverage = {} AND u.action = 'delete' AND u.reason IS NULL", part.coverage)
}

/// Whether all that have no reason came back; if not, nothing has, and more have one.
pub(super) async fn insert(
    database: &DatabaseTransaction,
    parts: &[Part<'_>],
) -> Result<bool, DbErr> {
    let attempt = database.begin().await?;
    let mut refused = Vec::new();
    for part in parts {
        let columns = part.shared();
        let values: Vec<_> = columns.iter().map(|it| part.value("u.image", it)).collect();
        let sql = |which: &str| {
            format!(
                "INSERT INTO main.{} ({}) SELECT {} FROM temp.reinstate_undoing u WHERE {}{which} ORDER BY u.id DESC",
                part.table(),
                sql::names(columns.iter().copied()),
                values.join(", "),
                rows_of(part)
            )
        };
        let all = attempt.begin().await?;
        if all.execute_unprepared(&sql("")).await.is_ok() {
            all.commit().await?;
            continue;
        }
        all.rollback().await?;
        refused.extend(each(&attempt, &rows_of(part), &sql(" AND u.id = $1")).await?);
    }
    for part in parts {
        refused.extend(missing(&attempt, part, &rows_of(part)).await?);
    }
    if refused.is_empty() {
        attempt.commit().await?;
        return Ok(true);
    }
    attempt.rollback().await?;
    set_reasons(database, refused).await?;
    Ok(false)
}

pub(super) async fn set_reasons(
    database: &DatabaseTransaction,
    refused: Vec<(i64, Why)>,
) -> Result<(), DbErr> {
    for (id, reason) in refused {
        let set = "UPDATE temp.reinstate_undoing SET reason = coalesce(reason, $1) WHERE id = $2";
        run(database, set, [reason.kept().into(), id.into()]).await?;
    }
    Ok(())
}

/// Runs a statement for each row alone, the newest first, again as long as some succeed.
///
/// Returns those that it fails for, and why.
pub(super) async fn each(
    database: &DatabaseTransaction,
    rows: &str,
    sql: &str,
) -> Result<Vec<(i64, Why)>, DbErr> {
    let read = format!("SELECT u.id FROM temp.reinstate_undoing u WHERE {rows} ORDER BY u.id DESC");
    let found = database.query_all_raw(statement(&read, [])).await?;
    let mut waiting: Vec<i64> =
        found.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
    loop {
        let mut refused = Vec::new();
        for id in &waiting {
            let one = database.begin().await?;
            match run(&one, sql, [(*id).into()]).await {
                Ok(_) => one.commit().await?,
                Err(error) => {
                    one.rollback().await?;
                    refused.push((*id, Why::Refused { says: words(&error) }));
                }
            }
        }
        if refused.is_empty() || refused.len() == waiting.len() {
            return Ok(refused);
        }
        waiting = refused.into_iter().map(|(id, _)| id).collect();
    }
}

/// What SQLite says, without the words around it.
fn words(error: &DbErr) -> String {
    let text = error.to_string();
    text.rsplit(") ").next().unwrap_or(&text).to_owned()
}

/// A reference of a table: the columns, and those of the other table that they refer to.
struct Reference {
    to: String,
    from_columns: Vec<String>,
    to_columns: Vec<String>,
}

async fn references(database: &DatabaseTransaction, table: &str) -> Result<Vec<Reference>, DbErr> {
    let read = "SELECT id, \"table\", json_group_array(\"from\"), json_group_array(\"to\") FROM \
                (SELECT * FROM pragma_foreign_key_list($1) ORDER BY id, seq) GROUP BY id";
    let mut references = Vec::new();
    for row in database.query_all_raw(statement(read, [table.into()])).await? {
        let (parent, from, to): (String, String, String) =
            (row.try_get_by_index(1)?, row.try_get_by_index(2)?, row.try_get_by_index(3)?);
        let from_columns: Vec<String> = serde_json::from_str(&from).unwrap_or_default();
        let mut to: Vec<Option<String>> = serde_json::from_str(&to).unwrap_or_default();
        if to.iter().any(Option::is_none) {
            let key = "SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk";
            let rows = database.query_all_raw(statement(key, [parent.clone().into()])).await?;
            to =
                rows.iter().map(|it| it.try_get_by_index(0).map(Some)).collect::<Result<_, _>>()?;
        }
        let to_columns = to.into_iter().flatten().collect();
        references.push(Reference { to: parent, from_columns, to_columns });
    }
    Ok(references)
}

impl Reference {
    /// Whether the row `from` refers to the row `to`.
    fn leads(&self, from: &str, to: &str) -> String {
        let pairs = self.from_columns.iter().zip(&self.to_columns);
        let each =
            pairs.map(|(is, of)| format!("{to}.{} = {from}.{}", sql::name(of), sql::name(is)));
        each.collect::<Vec<_>>().join(" AND ")
    }
}

/// The tables that refer to that of a part, each with whether its row `c` refers to the row `t`.
pub(super) async fn referring<'t>(
    database: &DatabaseTransaction,
    part: &Part<'_>,
    tables: &'t [Table],
) -> Result<Vec<(&'t Table, String)>, DbErr> {
    let mut all = Vec::new();
    for child in tables {
        let references = references(database, &child.name).await?;
        let to_it = references.iter().filter(|it| it.to.eq_ignore_ascii_case(&part.table.name));
        all.extend(to_it.map(|it| (child, it.leads("c", "t"))));
    }
    Ok(all)
}

/// Those of these rows of the table whose references lead nowhere.
pub(super) async fn missing(
    database: &DatabaseTransaction,
    part: &Part<'_>,
    rows: &str,
) -> Result<Vec<(i64, Why)>, DbErr> {
    let mut missing = Vec::new();
    for reference in references(database, &part.table.name).await? {
        let from = &reference.from_columns;
        let is_set: Vec<_> =
            from.iter().map(|it| format!("t.{} IS NOT NULL", sql::name(it))).collect();
        let sql = format!(
            "SELECT u.id FROM temp.reinstate_undoing u JOIN main.{} t ON {} \
             WHERE {rows} AND {} \
             AND NOT EXISTS (SELECT 1 FROM main.{} p WHERE {})",
            part.table(),
            part.is_same("t", "u.image"),
            is_set.join(" AND "),
            sql::name(&reference.to),
            reference.leads("t", "p"),
        );
        for row in database.query_all_raw(statement(&sql, [])).await? {
            let reason = Why::MissingParent { constraint: from.join(", ") };
            missing.push((row.try_get_by_index(0)?, reason));
        }
    }
    Ok(missing)
}
