//! Brings rows back into PostgreSQL.

mod history;
mod insert;
mod statements;
mod write;

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, QueryResult, Statement, Value,
};

use self::{
    history::{mark_repeated, settle},
    insert::insert,
    statements::{BEGIN, OUTCOMES, RELATIONS, REMOVALS, RENAMED, choose},
    write::{Pass, change, compare, remove},
};
use super::{Undone, Wanted, report, why::Why};
use crate::{capture::TABLES, own, sql};

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
        if !self.is_json(column) {
            return format!("{row}.{name}");
        }
        // Only as a text a null of JSON differs from one of SQL.
        let text = format!("u.{of} ->> {}", sql::text(column));
        format!("(CASE WHEN u.texts THEN {text} ELSE {row}.{name}::text END)::json")
    }

    fn is_json(&self, column: &str) -> bool {
        self.json.iter().any(|it| it == column)
    }

    /// Whether a row `t` of the table has the key of the row `r`.
    fn is_same(&self) -> String {
        let each = self.key.iter().map(|it| sql::name(it)).map(|it| format!("t.{it} = r.{it}"));
        each.collect::<Vec<_>>().join(" AND ")
    }
}

/// What an undo does with rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Inserts what was deleted.
    Insert,
    /// Gives columns their earlier values.
    Change,
    /// Removes what was created.
    Remove,
}

impl Step {
    /// The condition for rows `u` with which it is done.
    const fn actions(self) -> &'static str {
        match self {
            Self::Insert => "u.action = 'delete'",
            Self::Change => "u.action IN ('change', 'hide', 'update')",
            Self::Remove => "u.action = 'remove'",
        }
    }
}

/// A statement for rows of one table with the same columns.
struct Part {
    relation: usize,
    step: Step,
    shape: Vec<String>,
    columns: Vec<String>,
}

/// What is undone now.
const MARK: &str = "
    UPDATE reinstate.captured c SET undone_at = clock_timestamp(), undone_by = coalesce($1, session_user)
    FROM reinstate_undoing u LEFT JOIN reinstate_undoing w ON w.id = u.goes_with
    WHERE u.transaction = c.transaction AND u.id = c.id AND coalesce(w.done, u.done)";

/// What is recorded of the undo itself, so that no other one undoes it.
const MARK_OWN: &str = "
    UPDATE reinstate.captured SET undone_at = clock_timestamp(), undone_by = coalesce($1, session_user),
      person = coalesce(person, $1)
    WHERE transaction = reinstate.transaction_now()";

pub async fn undo(database: &DatabaseTransaction, wanted: &Wanted) -> Result<Undone, DbErr> {
    database.execute_unprepared(BEGIN).await?;
    let kinds = (!wanted.kinds.is_empty()).then(|| wanted.kinds.clone());
    // What is no number is no removal's id.
    let removals =
        |ids: &Vec<String>| ids.iter().filter_map(|it| it.parse().ok()).collect::<Vec<i64>>();
    let values = vec![
        Value::from(wanted.since.clone()),
        wanted.until.clone().into(),
        kinds.into(),
        wanted.role.clone().into(),
        wanted.removals.as_ref().map(removals).into(),
        wanted.changes.into(),
    ];
    let is_own = own::of_images(&wanted.own, DbBackend::Postgres, "$7");
    let values = values.into_iter().chain(own::bound(&wanted.own));
    database.execute_raw(statement(&(choose(TABLES) + &is_own), values)).await?;
    let mut relations = Vec::new();
    for row in database.query_all_raw(statement(RELATIONS, [])).await? {
        relations.push(relation(&row)?);
    }
    for relation in &relations {
        follow_renames(database, relation).await?;
        if wanted.changes {
            settle(database, relation).await?;
        } else {
            mark_repeated(database, relation).await?;
        }
    }
    let parts = parts(database, &relations).await?;
    let of = |step| parts.iter().filter(move |it: &&Part| it.step == step).collect::<Vec<_>>();
    let [inserted, changed, removed] = [Step::Insert, Step::Change, Step::Remove].map(of);
    // Some rows take values that others have until these are gone or changed, or refer to others that come back.
    if wanted.changes {
        database.execute_unprepared("ANALYZE reinstate_undoing").await?;
        remove(database, &relations, &removed, Pass::First).await?;
        change(database, &relations, &changed, Pass::First).await?;
    }
    insert(database, &relations, &inserted).await?;
    change(database, &relations, &changed, Pass::Last).await?;
    remove(database, &relations, &removed, Pass::Last).await?;
    for part in &parts {
        compare(database, &relations[part.relation], part).await?;
    }
    let by = || Value::from(wanted.by.clone());
    database.execute_raw(statement(MARK, [by()])).await?;
    database.execute_raw(statement(MARK_OWN, [by()])).await?;
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

/// The statements that it takes, each for rows of one table with the same columns.
async fn parts(database: &DatabaseTransaction, relations: &[Relation]) -> Result<Vec<Part>, DbErr> {
    let shapes = "SELECT DISTINCT relation::bigint, action, shape FROM reinstate_undoing \
                  WHERE reason IS NULL AND NOT done AND shape IS NOT NULL";
    let mut parts = Vec::new();
    for row in database.query_all_raw(statement(shapes, [])).await? {
        let oid: i64 = row.try_get_by_index(0)?;
        let Some(relation) = relations.iter().position(|it| it.oid == oid) else { continue };
        let shape: Vec<String> = row.try_get_by_index(2)?;
        let Relation { columns, all, .. } = &relations[relation];
        let gone: Vec<String> = shape.iter().filter(|it| !all.contains(it)).cloned().collect();
        if !gone.is_empty() {
            let remark = Why::Without { columns: gone.join(", ") }.kept();
            let sql = "UPDATE reinstate_undoing SET remark = $1 WHERE relation = $2::bigint::oid AND shape = $3";
            let values = [remark.into(), oid.into(), shape.clone().into()];
            database.execute_raw(statement(sql, values)).await?;
        }
        let columns = shape.iter().filter(|it| columns.contains(it)).cloned().collect();
        let step = match row.try_get_by_index::<String>(1)?.as_str() {
            "delete" => Step::Insert,
            "remove" => Step::Remove,
            "nothing" => continue,
            _ => Step::Change,
        };
        parts.push(Part { relation, step, shape, columns });
    }
    Ok(parts)
}
