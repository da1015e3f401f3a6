//! Inserts rows, and learns why others don't come back.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, TransactionTrait};

use super::{Part, run, statement};
use crate::sql;

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
                "INSERT INTO main.{} ({}) SELECT {} FROM temp.reinstate_undoing u \
                 WHERE u.coverage = {} AND u.action = 'delete' AND u.reason IS NULL{which} ORDER BY u.id DESC",
                part.table(),
                sql::names(columns.iter().copied()),
                values.join(", "),
                part.coverage
            )
        };
        let all = attempt.begin().await?;
        if all.execute_unprepared(&sql("")).await.is_ok() {
            all.commit().await?;
            continue;
        }
        all.rollback().await?;
        let read = "SELECT id FROM temp.reinstate_undoing WHERE coverage = $1 AND action = 'delete' AND reason IS NULL";
        for row in attempt.query_all_raw(statement(read, [part.coverage.into()])).await? {
            let id: i64 = row.try_get_by_index(0)?;
            let one = attempt.begin().await?;
            match run(&one, &sql(" AND u.id = $1"), [id.into()]).await {
                Ok(_) => one.commit().await?,
                Err(error) => {
                    one.rollback().await?;
                    refused.push((id, words(&error)));
                }
            }
        }
    }
    for part in parts {
        refused.extend(missing(&attempt, part).await?);
    }
    if refused.is_empty() {
        attempt.commit().await?;
        return Ok(true);
    }
    attempt.rollback().await?;
    for (id, reason) in refused {
        let set = "UPDATE temp.reinstate_undoing SET reason = coalesce(reason, $1) WHERE id = $2";
        run(database, set, [reason.into(), id.into()]).await?;
    }
    Ok(false)
}

/// What SQLite says, without the words around it.
fn words(error: &DbErr) -> String {
    let text = error.to_string();
    text.rsplit(") ").next().unwrap_or(&text).to_owned()
}

/// Rows that came back whose references lead nowhere.
async fn missing(
    database: &DatabaseTransaction,
    part: &Part<'_>,
) -> Result<Vec<(i64, String)>, DbErr> {
    let read = "SELECT id, \"table\", json_group_array(\"from\"), json_group_array(\"to\") FROM \
                (SELECT * FROM pragma_foreign_key_list($1) ORDER BY id, seq) GROUP BY id";
    let mut missing = Vec::new();
    for row in database.query_all_raw(statement(read, [part.table.name.clone().into()])).await? {
        let (parent, from, to): (String, String, String) =
            (row.try_get_by_index(1)?, row.try_get_by_index(2)?, row.try_get_by_index(3)?);
        let from: Vec<String> = serde_json::from_str(&from).unwrap_or_default();
        let mut to: Vec<Option<String>> = serde_json::from_str(&to).unwrap_or_default();
        if to.iter().any(Option::is_none) {
            let key = "SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk";
            let rows = database.query_all_raw(statement(key, [parent.clone().into()])).await?;
            to =
                rows.iter().map(|it| it.try_get_by_index(0).map(Some)).collect::<Result<_, _>>()?;
        }
        let pairs = || from.iter().zip(to.iter().flatten());
        let is_set: Vec<_> =
            from.iter().map(|it| format!("t.{} IS NOT NULL", sql::name(it))).collect();
        let leads =
            pairs().map(|(from, to)| format!("p.{} = t.{}", sql::name(to), sql::name(from)));
        let sql = format!(
            "SELECT u.id FROM temp.reinstate_undoing u JOIN main.{} t ON {} \
             WHERE u.coverage = $1 AND u.action = 'delete' AND u.reason IS NULL AND {} \
             AND NOT EXISTS (SELECT 1 FROM main.{} p WHERE {})",
            part.table(),
            part.is_same("t", "u.image"),
            is_set.join(" AND "),
            sql::name(&parent),
            leads.collect::<Vec<_>>().join(" AND ")
        );
        for row in database.query_all_raw(statement(&sql, [part.coverage.into()])).await? {
            let reason = format!("what it refers to by {} is missing", from.join(", "));
            missing.push((row.try_get_by_index(0)?, reason));
        }
    }
    Ok(missing)
}
