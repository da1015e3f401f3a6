//! Changes any number of rows, each to its own text.
//!
//! The texts are sent once, and the database compares them and writes the events.

use entity::{ColumnType, Timestamp};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExprTrait,
    sea_query::{
        Condition, Expr, Func, LockType, Order, Query, SelectStatement, TableRef, UpdateStatement,
    },
};
use serde_json::{Value as Json, json};

use super::{
    Action, AuditWriter,
    event::{before, insert_for_each, own_values, parameters, with_after},
    many::{EACH, Engine},
    postgres::{OLD, OLD_ID, old_values, select_old, with_events},
    sqlite,
};
use crate::{
    operations::rows::{State, Value, bound, run_count},
    resources::{Projection, Resource},
};

/// Live rows to change.
pub(crate) struct ChangeEach<'c> {
    pub resource: &'static Resource,
    pub at: Timestamp,
    /// The column with the text.
    pub column: &'static str,
    /// The ids of the rows, and their new texts.
    pub rows: &'c [(i64, &'c str)],
}

/// The new texts, and their columns.
const NEW_TEXTS: &str = "new_texts";
const NEW_ID: &str = "new_id";
const NEW_TEXT: &str = "new_text";

impl AuditWriter {
    /// Updates rows whose text differs; returns how many. `None`: one of the rows is no longer live, so
    /// that the transaction has to be rolled back.
    pub async fn change_each(
        &self,
        transaction: &DatabaseTransaction,
        change: &ChangeEach<'_>,
    ) -> Result<Option<i64>, DbErr> {
        let resource = change.resource;
        let backend = transaction.get_database_backend();
        let is_postgres = backend == DbBackend::Postgres;
        let object = if is_postgres { "jsonb_build_object" } else { "json_object" };
        let after = format!("{object}('{}', \"{NEW_TEXT}\")", change.column);
        let common = parameters(resource.name, Action::Updated, backend);
        let common = with_after(common, move |_| Expr::cust(after.clone()));
        let values = self.common(change.at);
        if is_postgres {
            let found = run_count(transaction, &change.locked()).await?;
            if usize::try_from(found) != Ok(change.rows.len()) {
                return Ok(None);
            }
            let mut update = change.update(OLD, (OLD, OLD_ID));
            update.from(OLD);
            let event = common.chain(old_values(resource));
            let all = with_events(OLD, change.old(), event, update);
            let changed = transaction.execute_raw(bound(&all, backend, &values)).await?;
            return Ok(i64::try_from(changed.rows_affected()).ok());
        }
        // The transaction holds the write lock, so the rows are as they were read.
        let own = own_values(
            Expr::col((resource.table.name, resource.columns.id)),
            resource.owner.map(|owner| Expr::col((resource.table.name, owner))),
            before(resource, &change.assigned(), object, sqlite::as_json),
        );
        let events = insert_for_each(common.chain(own), change.rows_to_change(backend));
        transaction.execute_raw(bound(&events, backend, &values)).await?;
        let mut update = change.update(NEW_TEXTS, (NEW_TEXTS, NEW_ID));
        update
            .from(TableRef::SubQuery(change.new_texts(DbBackend::Sqlite).into(), NEW_TEXTS.into()));
        update.cond_where(change.differs());
        let changed = transaction.execute(&update).await?.rows_affected();
        Ok(i64::try_from(changed).ok())
    }
}

impl ChangeEach<'_> {
    /// The ids and the new texts, as rows.
    fn new_texts(&self, backend: DbBackend) -> SelectStatement {
        let engine = Engine::of(backend);
        let rows: Json = self.rows.iter().map(|(id, text)| json!([id, text])).collect();
        Query::select()
            .expr_as(engine.own(0, ColumnType::BigInt), NEW_ID)
            .expr_as(engine.own(1, ColumnType::Text), NEW_TEXT)
            .from_function(Func::cust(engine.elements).arg(rows), EACH)
            .take()
    }

    /// The live rows with a new text, without columns.
    fn matched(&self, backend: DbBackend) -> SelectStatement {
        let (table, id) = (self.resource.table.name, self.resource.columns.id);
        Query::select()
            .from(table)
            .from_subquery(self.new_texts(backend), NEW_TEXTS)
            .and_where(Expr::col((table, id)).equals((NEW_TEXTS, NEW_ID)))
            .cond_where(State::Live.condition(self.resource))
            .take()
    }

    /// Those whose text differs.
    fn rows_to_change(&self, backend: DbBackend) -> SelectStatement {
        self.matched(backend).cond_where(self.differs()).take()
    }

    fn differs(&self) -> Condition {
        let text = Expr::col((self.resource.table.name, self.column));
        Condition::all().add(text.ne(Expr::col((NEW_TEXTS, NEW_TEXT))))
    }

    /// Locks the live rows in order of id, and counts them.
    fn locked(&self) -> SelectStatement {
        let (table, id) = (self.resource.table.name, self.resource.columns.id);
        let mut rows = self.matched(DbBackend::Postgres);
        rows.expr(Expr::col((table, id))).order_by((table, id), Order::Asc);
        rows.lock_with_tables(LockType::Update, [table]);
        Query::select().expr(Func::count(Expr::val(1))).from_subquery(rows, OLD).take()
    }

    /// The rows before the change.
    fn old(&self) -> SelectStatement {
        let mut old = self.rows_to_change(DbBackend::Postgres);
        select_old(old.column((NEW_TEXTS, NEW_TEXT)), self.resource, &self.assigned());
        old
    }

    /// Writes the texts of rows with that name and id.
    fn update(&self, rows: &'static str, id: (&'static str, &'static str)) -> UpdateStatement {
        let resource = self.resource;
        let values = vec![
            (self.column, Expr::col((rows, NEW_TEXT))),
            (resource.columns.updated_at, Expr::value(self.at)),
        ];
        let same = Expr::col((resource.table.name, resource.columns.id)).equals(id);
        resource.update(values, Condition::all().add(same), &Projection::default())
    }

    fn assigned(&self) -> [(&'static str, Value); 1] {
        [(self.column, Value::Null)]
    }
}
