//! Rows by the ten thousand: made, where they differ in nothing but their account, or changed all
//! alike. None of them passes through this program: what they have alike is sent once, and the
//! database writes the event of each. PostgreSQL takes one statement, SQLite one for the rows and one
//! for their events.

use entity::{ColumnType, Timestamp};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExprTrait,
    sea_query::{Condition, Expr, Func, InsertStatement, Query, SelectStatement, SimpleExpr},
};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{
    postgres::cte,
    writer::{Action, AuditWriter, Change, timed},
};
use crate::{
    operations::records::{Assignment, run},
    resources::Resource,
};

/// Rows to be made.
pub(crate) struct InsertMany<'c> {
    pub resource: &'static Resource,
    pub at: Timestamp,
    /// What they have alike, the times apart.
    pub assignments: &'c [Assignment],
    /// The column of their account.
    pub column: &'static str,
    /// The account of each.
    pub accounts: &'c [i64],
    /// What has to hold for a row to be made, given its account.
    pub condition: fn(SimpleExpr) -> SimpleExpr,
    /// What has to hold for any row to be made.
    pub and: Condition,
}

/// Where the accounts come from: an array of pairs, account and uuid.
const EACH: &str = "each_one";
/// The rows that were made.
const NEW: &str = "new";

impl AuditWriter {
    /// Makes a row for each account for which the condition holds, and answers how many.
    pub async fn make_many(
        &self,
        transaction: &DatabaseTransaction,
        making: &InsertMany<'_>,
    ) -> Result<i64, DbErr> {
        let made = Query::select().expr(Func::count(Expr::col("id"))).from(NEW).take();
        if transaction.get_database_backend() == DbBackend::Postgres {
            let mut new = making.insert(Engine::POSTGRES);
            new.returning_all();
            let rows = Query::select().from(NEW).take();
            let told = self.told_many(making, Engine::POSTGRES, rows);
            let mut with = Query::with();
            with.cte(cte(NEW, new)).cte(cte("told", told));
            return count(&run(transaction, &with.query(made)).await?);
        }
        // The transaction holds the write lock, so that the rows behind the last one are its own.
        let last = Query::select()
            .expr(Func::coalesce([Func::max(Expr::col("id")).into(), Expr::val(0)]))
            .from(making.resource.table.name)
            .take();
        let last = count(&run(transaction, &last).await?)?;
        let inserted = transaction.execute(&making.insert(Engine::SQLITE)).await?.rows_affected();
        let new = Query::select()
            .from(making.resource.table.name)
            .and_where(Expr::col("id").gt(last))
            .take();
        transaction.execute(&self.told_many(making, Engine::SQLITE, new)).await?;
        i64::try_from(inserted).map_err(|error| DbErr::Custom(error.to_string()))
    }

    /// Changes all rows that meet the condition, however many, and answers how many: none of them
    /// is read. What they are told to have been before is of booleans and moments alone.
    pub async fn change_many(
        &self,
        transaction: &DatabaseTransaction,
        change: Change<'_>,
    ) -> Result<i64, DbErr> {
        if transaction.get_database_backend() == DbBackend::Postgres {
            let mut with = Query::with();
            for part in self.changed(change) {
                with.cte(part);
            }
            let changed = Query::select().expr(Func::count(Expr::col("id"))).from(NEW).take();
            return count(&run(transaction, &with.query(changed)).await?);
        }
        let Change { resource, action, at, assignments, condition, projection: _ } = change;
        let owner = resource.owner.map_or(Expr::value(None::<i64>), Expr::col);
        let of_each = [
            ("record_id", Expr::col("id")),
            ("owner_id", owner),
            ("before", before(resource, &assignments)),
        ];
        let common = self.common(resource, action, &assignments, at).into_iter();
        let (names, values): (Vec<_>, Vec<_>) = common.chain(of_each).unzip();
        let mut told = Query::insert();
        told.into_table("record_events").columns(names);
        let rows = Query::select()
            .exprs(values)
            .from(resource.table.name)
            .cond_where(condition.clone())
            .take();
        // As many columns as values: they were one list.
        let _ = told.select_from(rows);
        transaction.execute(&told).await?;
        let number = resource.projection(&["id"]);
        let update = resource.update(timed(&assignments, at), condition, &number);
        let changed = transaction.execute(&update).await?.rows_affected();
        i64::try_from(changed).map_err(|error| DbErr::Custom(error.to_string()))
    }

    /// Writes an event for each of the new rows.
    fn told_many(
        &self,
        making: &InsertMany<'_>,
        engine: Engine,
        mut new: SelectStatement,
    ) -> InsertStatement {
        let resource = making.resource;
        let alike = making.alike();
        let common = self.common(resource, Action::Created, &alike, making.at);
        let common = common.into_iter().map(|(name, value)| match name {
            "after" => (name, Expr::cust_with_expr((engine.after)(making.column), value)),
            _ => (name, value),
        });
        let owner = resource.owner.map_or(Expr::value(None::<i64>), Expr::col);
        let of_each = [
            ("record_id", Expr::col("id")),
            ("owner_id", owner),
            ("before", Expr::value(None::<Json>)),
        ];
        let (names, values): (Vec<_>, Vec<_>) = common.chain(of_each).unzip();
        let mut insert = Query::insert();
        insert.into_table("record_events").columns(names);
        // As many columns as values: they were one list.
        let _ = insert.select_from(new.exprs(values).take());
        insert
    }
}

impl InsertMany<'_> {
    /// What the rows have alike, with the times.
    fn alike(&self) -> Vec<Assignment> {
        let now = || crate::operations::records::Value::Time(self.at);
        let times = [("created_at", now()), ("updated_at", now())];
        self.assignments.iter().cloned().chain(times).collect()
    }

    fn insert(&self, engine: Engine) -> InsertStatement {
        let account = || Expr::cust(engine.account);
        let of_each = [(self.column, account()), ("uuid", Expr::cust(engine.uuid))];
        let alike = self.alike().into_iter();
        let alike = alike.map(|(name, value)| (name, self.resource.bind(name, value)));
        let (names, values): (Vec<_>, Vec<_>) = alike.chain(of_each).unzip();
        let mut insert = Query::insert();
        insert.into_table(self.resource.table.name).columns(names);
        let selected: SelectStatement = Query::select()
            .exprs(values)
            .from_function(Func::cust(engine.elements).arg(self.pairs()), EACH)
            .cond_where(self.and.clone().add((self.condition)(account())))
            .take();
        // As many columns as values: they were one list.
        let _ = insert.select_from(selected);
        insert
    }

    fn pairs(&self) -> Json {
        self.accounts.iter().map(|id| json!([id, Uuid::new_v4()])).collect()
    }
}

/// How an engine reads an array of pairs, and puts what is each row's own into the JSON of an event.
#[derive(Clone, Copy)]
struct Engine {
    elements: &'static str,
    account: &'static str,
    uuid: &'static str,
    after: fn(&str) -> String,
}

impl Engine {
    const POSTGRES: Self = Self {
        elements: "jsonb_array_elements",
        account: r#"CAST("each_one"."value" ->> 0 AS bigint)"#,
        uuid: r#"CAST("each_one"."value" ->> 1 AS uuid)"#,
        after: |column| {
            format!(r#"$1 || jsonb_build_object('{column}', "{column}", 'uuid', "uuid")"#)
        },
    };
    const SQLITE: Self = Self {
        elements: "json_each",
        account: r#"CAST("each_one"."value" ->> 0 AS INTEGER)"#,
        uuid: r#"unhex("each_one"."value" ->> 1, '-')"#,
        after: |column| format!("json_set(?, '$.{column}', \"{column}\", '$.uuid', {HYPHENATED})"),
    };
}

/// A uuid as answers show it; SQLite stores its bytes.
const HYPHENATED: &str = r#"lower(substr(hex("uuid"), 1, 8) || '-' || substr(hex("uuid"), 9, 4) || '-' || substr(hex("uuid"), 13, 4) || '-' || substr(hex("uuid"), 17, 4) || '-' || substr(hex("uuid"), 21))"#;

/// The columns that will be written, as SQLite puts them into a JSON object as answers show them.
fn before(resource: &Resource, assignments: &[Assignment]) -> SimpleExpr {
    let columns = assignments.iter().filter_map(|(name, _)| resource.table.column(name));
    let pairs: Vec<String> = columns
        .map(|column| (column.name, column.column_type))
        .map(|(name, column_type)| match column_type {
            ColumnType::Bool => format!("'{name}', json(iif(\"{name}\", 'true', 'false'))"),
            // Stored as `2026-11-20T15:36:00.500+00:00`, with as many digits as it takes (D19).
            ColumnType::Time => format!(
                "'{name}', substr(\"{name}\", 1, 10) || 'T' || substr(\"{name}\", 12, 8) || '.' || \
                 substr(ltrim(replace(substr(\"{name}\", 20), '+00:00', ''), '.') || '000000', 1, 6) \
                 || 'Z'"
            ),
            _ => format!("'{name}', \"{name}\""),
        })
        .collect();
    // The names are constants of ours.
    Expr::cust(format!("json_object({})", pairs.join(", ")))
}

fn count(rows: &[sea_orm::QueryResult]) -> Result<i64, DbErr> {
    rows.first().map_or(Ok(0), |row| row.try_get_by_index(0))
}
