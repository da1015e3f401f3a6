//! Inserts rows: all in one statement, so that circles of references close.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, TransactionTrait};

use super::{Part, Relation, Step, statement, statements::one_by_one};
use crate::sql;

fn insertion(relation: &Relation, part: &Part, which: &str) -> String {
    let Relation { table, oid, .. } = relation;
    let shape = shape(&part.shape);
    let columns = sql::names(&part.columns);
    let values: Vec<_> = part.columns.iter().map(|it| relation.value("r", "image", it)).collect();
    format!(
        "INSERT INTO {table} ({columns}) OVERRIDING SYSTEM VALUE SELECT {} FROM reinstate_undoing u \
         CROSS JOIN LATERAL json_populate_record(NULL::{table}, u.image) r \
         WHERE u.relation = {oid} AND u.shape = {shape} AND u.action = 'delete' AND {which}",
        values.join(", ")
    )
}

pub(super) fn shape(names: &[String]) -> String {
    format!(
        "ARRAY[{}]::text[]",
        names.iter().map(|it| sql::text(it)).collect::<Vec<_>>().join(", ")
    )
}

/// Inserts what was deleted; what the database refuses gets its reason.
pub(super) async fn insert(
    database: &DatabaseTransaction,
    relations: &[Relation],
    parts: &[&Part],
) -> Result<(), DbErr> {
    let of = |which: &str| -> Vec<String> {
        parts.iter().map(|it| insertion(&relations[it.relation], it, which)).collect()
    };
    if parts.is_empty() || all_at_once(database, &of("u.reason IS NULL")).await? {
        return Ok(());
    }
    let refused = refusals(database, relations, parts, &of("u.id = $1")).await?;
    // Rows that refer to each other come back together or not at all.
    for is_reference in [false, true] {
        for (id, reason, state) in &refused {
            if (state == "23503") == is_reference {
                let sql = "UPDATE reinstate_undoing SET reason = $2, state = $3 WHERE id = $1";
                let values = [(*id).into(), reason.as_str().into(), state.as_str().into()];
                database.execute_raw(statement(sql, values)).await?;
            }
        }
        if all_at_once(database, &of("u.reason IS NULL")).await? {
            return Ok(());
        }
    }
    Err(DbErr::Custom("the rows that come back alone don't come back together".to_owned()))
}

/// Whether all come back in one statement; otherwise nothing has changed.
async fn all_at_once(database: &DatabaseTransaction, statements: &[String]) -> Result<bool, DbErr> {
    let parts: Vec<_> =
        statements.iter().enumerate().map(|(at, it)| format!("p{at} AS ({it})")).collect();
    let attempt = database.begin().await?;
    let inserted = attempt.execute_unprepared(&format!("WITH {} SELECT 1", parts.join(", "))).await;
    if inserted.is_ok() {
        attempt.commit().await?
    } else {
        attempt.rollback().await?
    }
    Ok(inserted.is_ok())
}

/// The rows that don't come back alone, with reasons and states. Nothing has changed.
async fn refusals(
    database: &DatabaseTransaction,
    relations: &[Relation],
    parts: &[&Part],
    statements: &[String],
) -> Result<Vec<(i64, String, String)>, DbErr> {
    let attempt = database.begin().await?;
    name_statements(&attempt, relations, parts, statements).await?;
    attempt.execute_unprepared(&one_by_one(Step::Insert.actions())).await?;
    let read = "SELECT id, reason, state FROM reinstate_undoing WHERE action = 'delete' AND NOT done AND state IS NOT NULL \
                AND state <> 'repeated'";
    let rows = attempt.query_all_raw(statement(read, [])).await?;
    attempt.rollback().await?;
    let refused = rows.iter().map(|row| {
        Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?, row.try_get_by_index(2)?))
    });
    refused.collect()
}

/// Puts the statement of each part where `one_by_one` finds it.
pub(super) async fn name_statements(
    database: &DatabaseTransaction,
    relations: &[Relation],
    parts: &[&Part],
    statements: &[String],
) -> Result<(), DbErr> {
    let create = "CREATE TEMP TABLE reinstate_parts (relation oid, shape text[], statement text) ON COMMIT DROP";
    database.execute_unprepared(create).await?;
    for (part, sql) in parts.iter().zip(statements) {
        let values =
            [relations[part.relation].oid.into(), part.shape.clone().into(), sql.as_str().into()];
        let add = "INSERT INTO reinstate_parts VALUES ($1::bigint::oid, $2, $3)";
        database.execute_raw(statement(add, values)).await?;
    }
    Ok(())
}
