//! Inserts any number of rows that share their values.
//!
//! The rows don't pass through this program: their common values are sent once, and the database
//! writes the event of each. PostgreSQL takes one statement, SQLite one for the rows and one for
//! their events.

use entity::{ColumnType, Timestamp, record_event::Column};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExprTrait, StatementBuilder,
    sea_query::{Condition, Expr, Func, InsertStatement, Query, SelectStatement, SimpleExpr},
};
use serde_json::Value as Json;

use super::{
    Action, AuditWriter,
    event::{insert_for_each, own_values, parameters, with_after},
    postgres::{NEW, with_events},
    sqlite::as_json,
    writer::written,
};
use crate::{
    operations::rows::{Assignment, Value, bound, constant, run_count},
    resources::Resource,
};

/// Rows to insert.
pub(crate) struct InsertMany<'c> {
    pub resource: &'static Resource,
    pub at: Timestamp,
    /// The values that all rows share, apart from the timestamps.
    pub assignments: &'c [Assignment],
    /// The columns in which each row has a value of its own.
    pub columns: &'c [&'static str],
    /// These values of each row: an array of arrays.
    pub rows: Json,
    /// A further condition for inserting a row, beside its own values.
    pub condition: Condition,
}

/// The name of the rows of an array of arrays.
pub(super) const EACH: &str = "each_one";

impl AuditWriter {
    /// Inserts the rows for which the condition holds, and returns how many.
    pub async fn insert_many(
        &self,
        transaction: &DatabaseTransaction,
        insert: &InsertMany<'_>,
    ) -> Result<i64, DbErr> {
        let engine = Engine::of(transaction.get_database_backend());
        let values = self.bind(insert.resource, insert.common(), insert.at);
        let bound = |statement: &dyn StatementBuilder| bound(statement, engine.backend, &values);
        if engine.backend == DbBackend::Postgres {
            let mut new = insert.statement(engine);
            new.returning_all();
            let all = Query::select().expr(Func::count(Expr::val(1))).from(NEW).take();
            let all = with_events(NEW, new, insert.event(engine), all);
            let counted = transaction.query_one_raw(bound(&all)).await?;
            return counted.map_or(Ok(0), |row| row.try_get_by_index(0));
        }
        // The transaction holds the write lock, so all rows with a higher id are its own.
        let last = Query::select()
            .expr(Expr::col(insert.resource.columns.id).max().if_null(0))
            .from(insert.resource.table.name)
            .take();
        let last = run_count(transaction, &last).await?;
        let rows = transaction.execute_raw(bound(&insert.statement(engine))).await?.rows_affected();
        let new = Query::select()
            .from(insert.resource.table.name)
            .and_where(Expr::col(insert.resource.columns.id).gt(last))
            .take();
        transaction.execute_raw(bound(&insert_for_each(insert.event(engine), new))).await?;
        i64::try_from(rows).map_err(|error| DbErr::Custom(error.to_string()))
    }
}

impl InsertMany<'_> {
    /// The values of the event of each new row.
    fn event(&self, engine: Engine) -> impl Iterator<Item = (Column, SimpleExpr)> + use<> {
        let resource = self.resource;
        let common = parameters(resource.name, Action::Created, engine.backend);
        let after = engine.after(resource, self.columns);
        let common = with_after(common, move |value| Expr::cust_with_expr(after.clone(), value));
        let own = own_values(
            Expr::col(resource.columns.id),
            resource.owner.map(Expr::col),
            constant(None::<String>),
        );
        common.chain(own)
    }

    /// The values that all rows share, with the timestamps.
    fn common(&self) -> Vec<Assignment> {
        let columns = self.resource.columns;
        let now = || Value::Time(self.at);
        let timestamps = [(columns.created_at, now()), (columns.updated_at, now())];
        self.assignments.iter().cloned().chain(timestamps).collect()
    }

    fn statement(&self, engine: Engine) -> InsertStatement {
        let own = self.columns.iter().zip(0..);
        let own =
            own.map(|(name, place)| (*name, engine.own(place, self.resource.column_type(name))));
        let common = self.common();
        let common = written(self.resource, &common, engine.backend);
        let (names, values): (Vec<_>, Vec<_>) = common.chain(own).unzip();
        let mut insert = Query::insert();
        insert.into_table(self.resource.table.name).columns(names);
        let rows: SelectStatement = Query::select()
            .exprs(values)
            .from_function(Func::cust(engine.elements).arg(self.rows.clone()), EACH)
            .cond_where(self.condition.clone())
            .take();
        // There are as many columns as values, because they come from one list.
        let _ = insert.select_from(rows);
        insert
    }

    /// The value that each row has in its first column, for conditions.
    pub fn first(backend: DbBackend, column_type: ColumnType) -> Expr {
        Engine::of(backend).own(0, column_type)
    }
}

/// SQL of an engine. It reads an array of arrays, and adds a row's own values to the JSON of its event.
#[derive(Clone, Copy)]
pub(super) struct Engine {
    backend: DbBackend,
    /// The function that returns the elements of an array as rows.
    pub elements: &'static str,
}

impl Engine {
    pub fn of(backend: DbBackend) -> Self {
        let elements = match backend {
            DbBackend::Postgres => "jsonb_array_elements",
            _ => "json_each",
        };
        Self { backend, elements }
    }

    /// A row's own value, by its place in the array.
    pub fn own(self, place: usize, column_type: ColumnType) -> Expr {
        let value = format!(r#""{EACH}"."value" ->> {place}"#);
        Expr::cust(match (self.backend, column_type) {
            (DbBackend::Postgres, ColumnType::Uuid) => format!("CAST({value} AS uuid)"),
            (DbBackend::Postgres, ColumnType::BigInt) => format!("CAST({value} AS bigint)"),
            (_, ColumnType::Uuid) => format!("unhex({value}, '-')"),
            (_, ColumnType::BigInt) => format!("CAST({value} AS INTEGER)"),
            _ => value,
        })
    }

    /// The common values, a JSON parameter, joined with a row's own ones.
    fn after(self, resource: &Resource, columns: &[&str]) -> String {
        let own = columns.iter().filter_map(|name| resource.table.column(name));
        let own = own.map(|column| match self.backend {
            DbBackend::Postgres => format!(r#"'{0}', "{0}""#, column.name),
            _ => format!("'$.{}', {}", column.name, as_json(column.name, column.column_type)),
        });
        let own = own.collect::<Vec<_>>().join(", ");
        match self.backend {
            DbBackend::Postgres => format!("$1 || jsonb_build_object({own})"),
            _ => format!("json_set(?, {own})"),
        }
    }
}
