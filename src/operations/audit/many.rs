//! Inserts or changes any number of rows that share their values.
//!
//! The rows don't pass through this program: their common values are sent once, and the database
//! writes the event of each. PostgreSQL takes one statement, SQLite one for the rows and one for
//! their events.

use entity::{ColumnType, Timestamp, record_event::Column};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExprTrait, QueryResult,
    sea_query::{Condition, Expr, Func, InsertStatement, Query, SelectStatement, SimpleExpr},
};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{
    action::Action,
    event::insert_for_each,
    postgres::{NEW, change_parts, cte},
    writer::{AuditWriter, Change, with_timestamp},
};
use crate::{
    operations::records::{Assignment, Value, run},
    resources::Resource,
};

/// Rows to insert, one for each account.
pub(crate) struct InsertMany<'c> {
    pub resource: &'static Resource,
    pub at: Timestamp,
    /// The values that all rows share, apart from the timestamps.
    pub assignments: &'c [Assignment],
    /// The column of the account.
    pub column: &'static str,
    /// The account of each row.
    pub accounts: &'c [i64],
    /// What must hold for a row to be inserted, given its account.
    pub condition: fn(SimpleExpr) -> SimpleExpr,
    /// What must hold for any row to be inserted.
    pub and: Condition,
}

/// The name of the rows of an array of pairs, account and uuid.
const EACH: &str = "each_one";

impl AuditWriter {
    /// Inserts a row for each account for which the condition holds, and returns how many.
    pub async fn insert_many(
        &self,
        transaction: &DatabaseTransaction,
        insert: &InsertMany<'_>,
    ) -> Result<i64, DbErr> {
        if transaction.get_database_backend() == DbBackend::Postgres {
            let mut new = insert.statement(Engine::POSTGRES);
            new.returning_all();
            let rows = Query::select().from(NEW).take();
            let events = self.events_of(insert, Engine::POSTGRES, rows);
            let mut with = Query::with();
            with.cte(cte(NEW, new)).cte(cte("events", events));
            return count(&run(transaction, &with.query(count_new())).await?);
        }
        // The transaction holds the write lock, so all rows with a higher id are its own.
        let last = Query::select()
            .expr(Func::coalesce([
                Func::max(Expr::col(insert.resource.columns.id)).into(),
                Expr::val(0),
            ]))
            .from(insert.resource.table.name)
            .take();
        let last = count(&run(transaction, &last).await?)?;
        let rows = transaction.execute(&insert.statement(Engine::SQLITE)).await?.rows_affected();
        let new = Query::select()
            .from(insert.resource.table.name)
            .and_where(Expr::col(insert.resource.columns.id).gt(last))
            .take();
        transaction.execute(&self.events_of(insert, Engine::SQLITE, new)).await?;
        i64::try_from(rows).map_err(|error| DbErr::Custom(error.to_string()))
    }

    /// Changes all rows that meet the condition without reading them, and returns how many. On
    /// SQLite their events know the old values of booleans and timestamps only.
    pub async fn change_many(
        &self,
        transaction: &DatabaseTransaction,
        change: Change<'_>,
    ) -> Result<i64, DbErr> {
        if transaction.get_database_backend() == DbBackend::Postgres {
            let mut with = Query::with();
            for part in change_parts(self, change) {
                with.cte(part);
            }
            return count(&run(transaction, &with.query(count_new())).await?);
        }
        let Change { resource, action, at, assignments, condition, projection: _ } = change;
        let own = own_values(resource, before(resource, &assignments));
        let event = self.values(resource, action, &assignments, at).into_iter().chain(own);
        let rows = Query::select().from(resource.table.name).cond_where(condition.clone()).take();
        transaction.execute(&insert_for_each(event.collect(), rows)).await?;
        let id = resource.projection(&[resource.columns.id]);
        let update = resource.update(with_timestamp(resource, &assignments, at), condition, &id);
        let changed = transaction.execute(&update).await?.rows_affected();
        i64::try_from(changed).map_err(|error| DbErr::Custom(error.to_string()))
    }

    /// Inserts an event for each of the new rows.
    fn events_of(
        &self,
        insert: &InsertMany<'_>,
        engine: Engine,
        new: SelectStatement,
    ) -> InsertStatement {
        let resource = insert.resource;
        let common = self.values(resource, Action::Created, &insert.common(), insert.at);
        let common = common.into_iter().map(|(column, value)| match column {
            Column::After => (column, Expr::cust_with_expr((engine.after)(insert.column), value)),
            _ => (column, value),
        });
        let own = own_values(resource, Expr::value(None::<Json>));
        insert_for_each(common.chain(own).collect(), new)
    }
}

/// The values of an event that differ between the rows.
fn own_values(resource: &Resource, before: SimpleExpr) -> [(Column, SimpleExpr); 3] {
    let owner = resource.owner.map_or(Expr::value(None::<i64>), Expr::col);
    [
        (Column::RecordId, Expr::col(resource.columns.id)),
        (Column::OwnerId, owner),
        (Column::Before, before),
    ]
}

impl InsertMany<'_> {
    /// The values that all rows share, with the timestamps.
    fn common(&self) -> Vec<Assignment> {
        let columns = self.resource.columns;
        let now = || Value::Time(self.at);
        let timestamps = [(columns.created_at, now()), (columns.updated_at, now())];
        self.assignments.iter().cloned().chain(timestamps).collect()
    }

    fn statement(&self, engine: Engine) -> InsertStatement {
        let account = || Expr::cust(engine.account);
        let own = [(self.column, account()), ("uuid", Expr::cust(engine.uuid))];
        let common = self.common().into_iter();
        let common = common.map(|(name, value)| (name, self.resource.bind(name, value)));
        let (names, values): (Vec<_>, Vec<_>) = common.chain(own).unzip();
        let mut insert = Query::insert();
        insert.into_table(self.resource.table.name).columns(names);
        let rows: SelectStatement = Query::select()
            .exprs(values)
            .from_function(Func::cust(engine.elements).arg(self.pairs()), EACH)
            .cond_where(self.and.clone().add((self.condition)(account())))
            .take();
        // There are as many columns as values, because they come from one list.
        let _ = insert.select_from(rows);
        insert
    }

    fn pairs(&self) -> Json {
        self.accounts.iter().map(|id| json!([id, Uuid::new_v4()])).collect()
    }
}

/// How an engine reads an array of pairs, and adds a row's own values to the JSON of its event.
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

/// A uuid as responses show it; SQLite stores its bytes.
const HYPHENATED: &str = r#"lower(substr(hex("uuid"), 1, 8) || '-' || substr(hex("uuid"), 9, 4) || '-' || substr(hex("uuid"), 13, 4) || '-' || substr(hex("uuid"), 17, 4) || '-' || substr(hex("uuid"), 21))"#;

/// The values of the assigned columns before the change, as a JSON object of SQLite.
fn before(resource: &Resource, assignments: &[Assignment]) -> SimpleExpr {
    let columns = assignments.iter().filter_map(|(name, _)| resource.table.column(name));
    let pairs: Vec<String> = columns
        .map(|column| (column.name, column.column_type))
        .map(|(name, column_type)| match column_type {
            ColumnType::Bool => format!("'{name}', json(iif(\"{name}\", 'true', 'false'))"),
            // Stored as `2026-11-20T15:36:00.500+00:00`, with as many digits as needed (D19).
            ColumnType::Time => format!(
                "'{name}', substr(\"{name}\", 1, 10) || 'T' || substr(\"{name}\", 12, 8) || '.' || \
                 substr(ltrim(replace(substr(\"{name}\", 20), '+00:00', ''), '.') || '000000', 1, 6) \
                 || 'Z'"
            ),
            _ => format!("'{name}', \"{name}\""),
        })
        .collect();
    // The names of columns are constants, so they need no escaping.
    Expr::cust(format!("json_object({})", pairs.join(", ")))
}

/// Counts the new rows.
fn count_new() -> SelectStatement {
    Query::select().expr(Func::count(Expr::val(1))).from(NEW).take()
}

fn count(rows: &[QueryResult]) -> Result<i64, DbErr> {
    rows.first().map_or(Ok(0), |row| row.try_get_by_index(0))
}
