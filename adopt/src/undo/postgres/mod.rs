//! Brings rows back into PostgreSQL.

mod insert;
mod statements;

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, QueryResult, Statement,
    TransactionTrait, Value,
};

use self::{
    insert::{insert, shape},
    statements::{BEGIN, CHOOSE, OUTCOMES, RELATIONS, REMOVALS, RENAMED},
};
use super::{Undone, Wanted, report};
use crate::sql;

struct Relation {
    oid: i64,
    table: String,
    /// Those that can be written.
    columns: Vec<String>,
    all: Vec<String>,
    json: Vec<String>,
    key: Vec<String>,
}

impl Relation {
    /// The value of a column in the image `of`, which `row` has as a row of the table.
    fn value(&self, row: &str, of: &str, column: &str) -> String {
        let name = sql::name(column);
        if !self.json.iter().any(|it| it == column) {
            return format!("{row}.{name}");
        }
        // Only as a text a null of JSON differs from one of SQL.
        let text = format!("u.{of} ->> {}", sql::text(column));
        format!("(CASE WHEN u.texts THEN {text} ELSE {row}.{name}::text END)::json")
    }

    /// Whether a row `t` of the table has the key of the row `r`.
    fn is_same(&self) -> String {
        let each = self.key.iter().map(|it| sql::name(it)).map(|it| format!("t.{it} = r.{it}"));
        each.collect::<Vec<_>>().join(" AND ")
    }
}

/// A statement for rows of one table with the same columns.
struct Part {
    relation: usize,
    is_delete: bool,
    shape: Vec<String>,
    columns: Vec<String>,
}

pub async fn undo(database: &DatabaseTransaction, wanted: &Wanted) -> Result<Undone, DbErr> {
    database.execute_unprepared(BEGIN).await?;
    let kinds = (!wanted.kinds.is_empty()).then(|| wanted.kinds.clone());
    // What is no number is no removal's id.
    let removals =
        |ids: &Vec<String>| ids.iter().filter_map(|it| it.parse().ok()).collect::<Vec<i64>>();
    let values = [
        Value::from(wanted.since.clone()),
        wanted.until.clone().into(),
        kinds.into(),
        wanted.role.clone().into(),
        wanted.removals.as_ref().map(removals).into(),
    ];
    database.execute_raw(statement(CHOOSE, values)).await?;
    let mut relations = Vec::new();
    for row in database.query_all_raw(statement(RELATIONS, [])).await? {
        relations.push(relation(&row)?);
    }
    for relation in &relations {
        follow_renames(database, relation).await?;
        mark_repeated(database, relation).await?;
    }
    let parts = parts(database, &relations).await?;
    insert(database, &relations, &parts).await?;
    for part in parts.iter().filter(|it| !it.is_delete) {
        change(database, &relations[part.relation], part).await?;
    }
    for part in parts.iter().filter(|it| it.is_delete) {
        compare(database, &relations[part.relation], part).await?;
    }
    let mark = "UPDATE reinstate.captured c SET undone_at = clock_timestamp(), undone_by = coalesce($1, session_user) \
                FROM reinstate_undoing u \
                WHERE u.transaction = c.transaction AND u.id = c.id AND (u.done OR u.state = 'repeated')";
    database.execute_raw(statement(mark, [wanted.by.clone().into()])).await?;
    report(database, REMOVALS, OUTCOMES).await
}

fn statement(sql: &str, values: impl IntoIterator<Item = Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

fn relation(row: &QueryResult) -> Result<Relation, DbErr> {
    let (schema, name): (String, String) = (row.try_get_by_index(1)?, row.try_get_by_index(2)?);
    Ok(Relation {
        oid: row.try_get_by_index(0)?,
        table: sql::table(&schema, &name),
        columns: row.try_get_by_index(3)?,
        all: row.try_get_by_index(4)?,
        json: row.try_get_by_index(5)?,
        key: row.try_get_by_index(6)?,
    })
}

/// Gives images the names that their columns have now.
async fn follow_renames(database: &DatabaseTransaction, relation: &Relation) -> Result<(), DbErr> {
    for row in database.query_all_raw(statement(RENAMED, [relation.oid.into()])).await? {
        let (before, now): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let renamed = |image: &str| {
            format!(
                "{image} = (SELECT json_object_agg(CASE key WHEN $2 THEN $3 ELSE key END, value) FROM json_each({image}))"
            )
        };
        let sql = format!(
            "UPDATE reinstate_undoing SET {}, {}, \
             shape = (SELECT array_agg(CASE k WHEN $2 THEN $3 ELSE k END ORDER BY 1) FROM unnest(shape) k) \
             WHERE relation = $1::bigint::oid AND $2 = ANY (shape)",
            renamed("image"),
            renamed("after"),
        );
        database
            .execute_raw(statement(&sql, [relation.oid.into(), before.into(), now.into()]))
            .await?;
    }
    Ok(())
}

/// Of rows that were removed more than once, the first is how it was before.
async fn mark_repeated(database: &DatabaseTransaction, relation: &Relation) -> Result<(), DbErr> {
    let key: Vec<_> =
        relation.key.iter().map(|it| format!("image ->> {}", sql::text(it))).collect();
    let sql = format!(
        "UPDATE reinstate_undoing u SET reason = 'its earlier state comes back', state = 'repeated' \
         FROM (SELECT id, row_number() OVER (PARTITION BY {} ORDER BY id) AS place FROM reinstate_undoing \
               WHERE relation = $1::bigint::oid AND action = 'delete' AND reason IS NULL) f \
         WHERE f.id = u.id AND f.place > 1",
        key.join(", ")
    );
    database.execute_raw(statement(&sql, [relation.oid.into()])).await?;
    Ok(())
}

/// The statements that it takes, each for rows of one table with the same columns.
async fn parts(database: &DatabaseTransaction, relations: &[Relation]) -> Result<Vec<Part>, DbErr> {
    let shapes = "SELECT DISTINCT relation::bigint, action = 'delete', shape FROM reinstate_undoing \
                  WHERE reason IS NULL AND shape IS NOT NULL";
    let mut parts = Vec::new();
    for row in database.query_all_raw(statement(shapes, [])).await? {
        let oid: i64 = row.try_get_by_index(0)?;
        let Some(relation) = relations.iter().position(|it| it.oid == oid) else { continue };
        let shape: Vec<String> = row.try_get_by_index(2)?;
        let Relation { columns, all, .. } = &relations[relation];
        let gone: Vec<String> = shape.iter().filter(|it| !all.contains(it)).cloned().collect();
        if !gone.is_empty() {
            let remark = format!("without the columns that are gone: {}", gone.join(", "));
            let sql = "UPDATE reinstate_undoing SET remark = $1 WHERE relation = $2::bigint::oid AND shape = $3";
            let values = [remark.into(), oid.into(), shape.clone().into()];
            database.execute_raw(statement(sql, values)).await?;
        }
        let columns = shape.iter().filter(|it| columns.contains(it)).cloned().collect();
        parts.push(Part { relation, is_delete: row.try_get_by_index(1)?, shape, columns });
    }
    Ok(parts)
}

/// Gives changed columns their values back, where nobody has changed them since.
async fn change(
    database: &DatabaseTransaction,
    relation: &Relation,
    part: &Part,
) -> Result<(), DbErr> {
    if part.columns.is_empty() {
        return Ok(());
    }
    let Relation { table, oid, .. } = relation;
    let set = part
        .columns
        .iter()
        .map(|it| format!("{} = {}", sql::name(it), relation.value("r", "image", it)));
    let is_as_left = part.columns.iter().map(|it| {
        format!(
            "t.{}::text IS NOT DISTINCT FROM {}::text",
            sql::name(it),
            relation.value("n", "after", it)
        )
    });
    let sql = format!(
        "WITH changed AS (UPDATE {table} t SET {} FROM reinstate_undoing u \
           CROSS JOIN LATERAL json_populate_record(NULL::{table}, u.image) r \
           CROSS JOIN LATERAL json_populate_record(NULL::{table}, u.after) n \
           WHERE u.relation = {oid} AND u.shape = {} AND u.action <> 'delete' AND u.reason IS NULL AND {} AND {} \
           RETURNING u.id) \
         UPDATE reinstate_undoing u SET done = true FROM changed WHERE changed.id = u.id",
        set.collect::<Vec<_>>().join(", "),
        shape(&part.shape),
        relation.is_same(),
        is_as_left.collect::<Vec<_>>().join(" AND "),
    );
    let attempt = database.begin().await?;
    let changed = attempt.execute_unprepared(&sql).await;
    if changed.is_ok() {
        attempt.commit().await?
    } else {
        attempt.rollback().await?
    }
    let reason = match changed {
        Ok(_) => "it has changed since, or is gone".to_owned(),
        Err(error) => error.to_string(),
    };
    let rest = "UPDATE reinstate_undoing SET reason = $1 WHERE relation = $2::bigint::oid AND shape = $3 \
                AND action <> 'delete' AND reason IS NULL AND NOT done";
    let values = [reason.into(), (*oid).into(), part.shape.clone().into()];
    database.execute_raw(statement(rest, values)).await?;
    Ok(())
}

/// Holds what came back against what was kept.
async fn compare(
    database: &DatabaseTransaction,
    relation: &Relation,
    part: &Part,
) -> Result<(), DbErr> {
    let Relation { table, oid, .. } = relation;
    let differs = part.columns.iter().map(|it| {
        let (is, was) = (sql::name(it), relation.value("r", "image", it));
        format!("CASE WHEN t.{is}::text IS DISTINCT FROM {was}::text THEN {} END", sql::text(it))
    });
    let sql = format!(
        "UPDATE reinstate_undoing u SET done = true, \
         remark = coalesce(u.remark, 'changed by the database: ' || nullif(f.differs, '')) \
         FROM (SELECT u.id, array_to_string(ARRAY[{}]::text[], ', ') AS differs FROM reinstate_undoing u \
           CROSS JOIN LATERAL json_populate_record(NULL::{table}, u.image) r JOIN {table} t ON {} \
           WHERE u.relation = {oid} AND u.shape = {} AND u.action = 'delete' AND u.reason IS NULL) f \
         WHERE f.id = u.id",
        differs.collect::<Vec<_>>().join(", "),
        relation.is_same(),
        shape(&part.shape),
    );
    database.execute_unprepared(&sql).await?;
    let rest = "UPDATE reinstate_undoing SET reason = 'a trigger of the database leaves it out' \
                WHERE relation = $1::bigint::oid AND shape = $2 AND action = 'delete' AND reason IS NULL AND NOT done";
    database.execute_raw(statement(rest, [(*oid).into(), part.shape.clone().into()])).await?;
    Ok(())
}
