//! Inserts any number of rows that share their values.
//!
//! The rows don't pass through this program: their common values are sent once, and the database
//! writes the event of each. PostgreSQL takes one statement, SQLite one for the rows and one for
//! their events.

use entity::{Timestamp, record_event::Column};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExprTrait, QueryResult,
    sea_query::{Condition, Expr, Func, InsertStatement, Query, SelectStatement, SimpleExpr},
};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::{
    action::Action,
    event::{insert_for_each, own_values},
    postgres::{NEW, cte},
    sqlite::hyphenated,
    writer::AuditWriter,
};
use crate::{
    operations::records::{Assignment, Value, constant, run},
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
            Column::After => (
                column,
                Expr::cust_with_expr(
                    (engine.after)(insert.column, insert.resource.key_column),
                    value,
                ),
            ),
            _ => (column, value),
        });
        let own = own_values(
            Expr::col(resource.columns.id),
            resource.owner.map(Expr::col),
            constant(None::<String>),
        );
        insert_for_each(common.chain(own).collect(), new)
    }
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
        let own = [(self.column, account()), (self.resource.key_column, Expr::cust(engine.uuid))];
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
    after: fn(&str, &str) -> String,
}

impl Engine {
    const POSTGRES: Self = Self {
        elements: "jsonb_array_elements",
        account: r#"CAST("each_one"."value" ->> 0 AS bigint)"#,
        uuid: r#"CAST("each_one"."value" ->> 1 AS uuid)"#,
        after: |column, key| {
            format!(r#"$1 || jsonb_build_object('{column}', "{column}", '{key}', "{key}")"#)
        },
    };
    const SQLITE: Self = Self {
        elements: "json_each",
        account: r#"CAST("each_one"."value" ->> 0 AS INTEGER)"#,
        uuid: r#"unhex("each_one"."value" ->> 1, '-')"#,
        after: |column, key| {
            format!("json_set(?, '$.{column}', \"{column}\", '$.{key}', {})", hyphenated(key))
        },
    };
}

/// Counts the new rows.
fn count_new() -> SelectStatement {
    Query::select().expr(Func::count(Expr::val(1))).from(NEW).take()
}

fn count(rows: &[QueryResult]) -> Result<i64, DbErr> {
    rows.first().map_or(Ok(0), |row| row.try_get_by_index(0))
}
