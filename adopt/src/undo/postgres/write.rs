//! Changes rows back, and removes those that were created.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, TransactionTrait};

use super::{
    Part, Relation, Step,
    insert::{name_statements, shape},
    statement,
    statements::{REFERRING, one_by_one},
};
use crate::{
    sql,
    undo::why::{HERE, Why},
};

/// Rows that were removed, changed and created wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Leaves what the database refuses to the last one.
    First,
    /// Gives a reason for what the database refuses.
    Last,
}

/// Which rows of a part are still to be done.
const WAITING: &str = "u.reason IS NULL AND NOT u.done";

/// The rows of a part: their images `r`, and how they were left, `n`.
fn rows_of(relation: &Relation, part: &Part, which: &str) -> String {
    let Relation { table, oid, .. } = relation;
    let action = part.step.actions();
    format!(
        "reinstate_undoing u CROSS JOIN LATERAL json_populate_record(NULL::{table}, coalesce(u.image, u.after)) r \
         CROSS JOIN LATERAL json_populate_record(NULL::{table}, u.after) n \
         WHERE u.relation = {oid} AND u.shape = {} AND {action} AND {which}",
        shape(&part.shape)
    )
}

/// Whether columns of the row `t` are as they were left, each.
fn as_left<'p>(relation: &'p Relation, part: &'p Part) -> impl Iterator<Item = String> + 'p {
    part.columns.iter().map(|it| {
        let left = relation.value("n", "after", it);
        format!("t.{}::text IS NOT DISTINCT FROM {left}::text", sql::name(it))
    })
}

/// Gives a reason to rows that are gone, or not at all as they were left.
async fn mark_changed(
    database: &DatabaseTransaction,
    relation: &Relation,
    part: &Part,
) -> Result<(), DbErr> {
    let how = if part.step == Step::Change { " OR " } else { " AND " };
    let is_left = as_left(relation, part).collect::<Vec<_>>().join(how);
    let sql = format!(
        "UPDATE reinstate_undoing SET reason = {} WHERE id IN (SELECT u.id FROM {} \
         AND NOT EXISTS (SELECT FROM {} t WHERE {} AND ({is_left})))",
        Why::ChangedSince.sql(),
        rows_of(relation, part, WAITING),
        relation.table,
        relation.is_same(),
    );
    database.execute_unprepared(&sql).await?;
    Ok(())
}

/// Gives changed columns their values back, where nobody has changed them since.
pub(super) async fn change(
    database: &DatabaseTransaction,
    relations: &[Relation],
    parts: &[&Part],
    pass: Pass,
) -> Result<(), DbErr> {
    let parts: Vec<&Part> = parts.iter().copied().filter(|it| !it.columns.is_empty()).collect();
    for part in &parts {
        mark_changed(database, &relations[part.relation], part).await?;
    }
    let statement = |part: &Part, which: &str| {
        let relation = &relations[part.relation];
        let set = part.columns.iter().zip(as_left(relation, part)).map(|(column, is_left)| {
            let (name, was) = (sql::name(column), relation.value("r", "image", column));
            if relation.is_json(column) {
                // `was` is json, and the column may be jsonb.
                return format!(
                    "{name} = (CASE WHEN {is_left} THEN {was}::text ELSE t.{name}::text END)::json"
                );
            }
            format!("{name} = CASE WHEN {is_left} THEN {was} ELSE t.{name} END")
        });
        format!(
            "UPDATE {} t SET {} FROM {} AND {}",
            relation.table,
            set.collect::<Vec<_>>().join(", "),
            rows_of(relation, part, which),
            relation.is_same(),
        )
    };
    run(database, relations, &parts, statement, pass).await
}

/// Removes what was created, unless somebody has changed it since, or refers to it.
pub(super) async fn remove(
    database: &DatabaseTransaction,
    relations: &[Relation],
    parts: &[&Part],
    pass: Pass,
) -> Result<(), DbErr> {
    for part in parts {
        mark_changed(database, &relations[part.relation], part).await?;
    }
    mark_referred(database, relations, parts).await?;
    let statement = |part: &Part, which: &str| {
        let relation = &relations[part.relation];
        let rows = rows_of(relation, part, which);
        format!("DELETE FROM {} t USING {rows} AND {}", relation.table, relation.is_same())
    };
    run(database, relations, parts, statement, pass).await?;
    if pass == Pass::First {
        let wait =
            "UPDATE reinstate_undoing SET reason = NULL, state = NULL WHERE state = 'referred'";
        database.execute_unprepared(wait).await?;
    }
    Ok(())
}

/// Gives a reason to rows to which others refer that stay, whatever the database would do with these.
async fn mark_referred(
    database: &DatabaseTransaction,
    relations: &[Relation],
    parts: &[&Part],
) -> Result<(), DbErr> {
    let mut marks = Vec::new();
    for part in parts {
        let relation = &relations[part.relation];
        for row in database.query_all_raw(statement(REFERRING, [relation.oid.into()])).await? {
            let oid: i64 = row.try_get_by_index(0)?;
            let (schema, name): (String, String) =
                (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
            let (from, to): (Vec<String>, Vec<String>) =
                (row.try_get_by_index(3)?, row.try_get_by_index(4)?);
            let table = sql::table(&schema, &name);
            let refers = from
                .iter()
                .zip(&to)
                .map(|(from, to)| format!("c.{} = n.{}", sql::name(from), sql::name(to)));
            let stays =
                relations.iter().find(|it| it.oid == oid).map_or_else(String::new, |child| {
                    let key = child.key.iter().map(|it| sql::name(it));
                    let same: Vec<_> = key.map(|it| format!("x.{it} = c.{it}")).collect();
                    format!(
                        " AND NOT EXISTS (SELECT FROM reinstate_undoing v \
                     CROSS JOIN LATERAL json_populate_record(NULL::{table}, v.after) x \
                     WHERE v.relation = {oid} AND v.action = 'remove' AND v.reason IS NULL AND {})",
                        same.join(" AND ")
                    )
                });
            marks.push(format!(
                "UPDATE reinstate_undoing SET state = 'referred', reason = {} WHERE id IN (SELECT u.id FROM {} \
                 AND EXISTS (SELECT FROM {table} c WHERE {}{stays}))",
                Why::Referred { table: name }.sql(),
                rows_of(relation, part, WAITING),
                refers.collect::<Vec<_>>().join(" AND "),
            ));
        }
    }
    // What stays keeps what it refers to.
    loop {
        let mut marked = 0;
        for mark in &marks {
            marked += database.execute_unprepared(mark).await?.rows_affected();
        }
        if marked == 0 {
            return Ok(());
        }
    }
}

/// Runs a statement for each part, or for each row where one fails.
async fn run(
    database: &DatabaseTransaction,
    relations: &[Relation],
    parts: &[&Part],
    of: impl Fn(&Part, &str) -> String,
    pass: Pass,
) -> Result<(), DbErr> {
    let Some(first) = parts.first() else { return Ok(()) };
    let attempt = database.begin().await?;
    let mut done = Ok(());
    for part in parts {
        if done.is_ok() {
            done = attempt.execute_unprepared(&of(part, WAITING)).await.map(|_| ());
        }
    }
    let action = first.step.actions();
    if done.is_ok() {
        let mark = format!(
            "UPDATE reinstate_undoing u SET done = true WHERE {action} AND u.reason IS NULL"
        );
        attempt.execute_unprepared(&mark).await?;
        return attempt.commit().await;
    }
    attempt.rollback().await?;
    if pass == Pass::Last {
        let statements: Vec<_> = parts.iter().map(|it| of(it, "u.id = $1")).collect();
        name_statements(database, relations, parts, &statements).await?;
        database.execute_unprepared(&one_by_one(action)).await?;
        database.execute_unprepared("DROP TABLE reinstate_parts").await?;
    }
    Ok(())
}

/// Holds what came back against what was kept.
pub(super) async fn compare(
    database: &DatabaseTransaction,
    relation: &Relation,
    part: &Part,
) -> Result<(), DbErr> {
    let differs = part.columns.iter().map(|it| {
        let (is, was) = (sql::name(it), relation.value("r", "image", it));
        format!("CASE WHEN t.{is}::text IS DISTINCT FROM {was}::text THEN {} END", sql::text(it))
    });
    let left_out = Why::Triggered.sql();
    if part.step == Step::Remove {
        let sql = format!(
            "UPDATE reinstate_undoing SET done = false, reason = {left_out} WHERE id IN (SELECT u.id FROM {} \
             AND EXISTS (SELECT FROM {} t WHERE {}))",
            rows_of(relation, part, "u.reason IS NULL AND u.done"),
            relation.table,
            relation.is_same(),
        );
        database.execute_unprepared(&sql).await?;
        return Ok(());
    }
    let columns = HERE.to_owned();
    // Of a change that a trigger drops, no value is as before.
    let (remark, which, most) = match part.step {
        Step::Insert => (Why::ChangedBy { columns }, "u.reason IS NULL", i64::MAX),
        _ => (
            Why::ChangedHere { columns },
            "u.reason IS NULL AND u.done",
            i64::try_from(part.columns.len()).unwrap_or(i64::MAX),
        ),
    };
    let remark = remark.with("to_json(nullif(array_to_string(f.differs, ', '), ''))::text");
    let sql = format!(
        "UPDATE reinstate_undoing u SET done = NOT f.is_left, reason = CASE WHEN f.is_left THEN {left_out} END, \
         remark = coalesce(u.remark, CASE WHEN NOT f.is_left THEN {remark} END) \
         FROM (SELECT id, differs, cardinality(differs) = {most} AS is_left FROM ( \
           SELECT u.id, array_remove(ARRAY[{}]::text[], NULL) AS differs FROM {} t, {} AND {}) d) f \
         WHERE f.id = u.id",
        differs.collect::<Vec<_>>().join(", "),
        relation.table,
        rows_of(relation, part, which),
        relation.is_same(),
    );
    database.execute_unprepared(&sql).await?;
    let rest = format!(
        "UPDATE reinstate_undoing SET reason = {left_out} \
         WHERE relation = $1::bigint::oid AND shape = $2 AND action = 'delete' AND reason IS NULL AND NOT done"
    );
    database
        .execute_raw(statement(&rest, [relation.oid.into(), part.shape.clone().into()]))
        .await?;
    Ok(())
}
