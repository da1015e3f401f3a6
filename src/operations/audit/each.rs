//! Changes any number of rows, each of them to a text of its own.
//!
//! The texts are sent once, and the database compares them and writes the events.

use entity::{ColumnType, Timestamp, record_event::Column};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExprTrait,
    sea_query::{
        Condition, Expr, Func, LockType, Order, Query, SelectStatement, TableRef, UpdateStatement,
    },
};
use serde_json::{Value as Json, json};

use super::{
    action::Action,
    event::{EventValues, before, insert_for_each, own_values},
    many::{EACH, Engine, count},
    postgres::{self, OLD, cte},
    sqlite,
    writer::AuditWriter,
};
use crate::{
    operations::records::{State, Value, run},
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
const NEWS: &str = "news";
const NEW_ID: &str = "new_id";
const NEW_TEXT: &str = "new_text";
/// The columns of the rows before the change.
const OLD_ID: &str = "old_id";
const OWNER: &str = "owner";
const BEFORE: &str = "before";

impl AuditWriter {
    /// Updates rows whose text differs; returns how many. `None`: one of the rows is no longer live, so
    /// that the transaction has to be rolled back.
    pub async fn change_each(
        &self,
        transaction: &DatabaseTransaction,
        change: &ChangeEach<'_>,
    ) -> Result<Option<i64>, DbErr> {
        let resource = change.resource;
        if transaction.get_database_backend() == DbBackend::Postgres {
            let found = count(&run(transaction, &change.locked()).await?)?;
            if usize::try_from(found) != Ok(change.rows.len()) {
                return Ok(None);
            }
            let own = own_values(
                Expr::col((OLD, OLD_ID)),
                resource.owner.map(|_| Expr::col((OLD, OWNER))),
                Expr::col((OLD, BEFORE)),
            );
            let after = format!("jsonb_build_object('{}', \"{NEW_TEXT}\")", change.column);
            let events = self.values_of_each(change, after).into_iter().chain(own).collect();
            let events = insert_for_each(events, Query::select().from(OLD).take());
            let mut update = change.update(OLD, (OLD, OLD_ID));
            update.from(OLD);
            let mut with = Query::with();
            with.cte(cte(OLD, change.old())).cte(cte("events", events));
            let changed = transaction.execute(&with.query(update)).await?.rows_affected();
            return Ok(i64::try_from(changed).ok());
        }
        // The transaction holds the write lock, so the rows are as they were read.
        let own = own_values(
            Expr::col((resource.table.name, resource.columns.id)),
            resource.owner.map(|owner| Expr::col((resource.table.name, owner))),
            before(resource, &change.assigned(), "json_object", sqlite::as_json),
        );
        let after = format!("json_object('{}', \"{NEW_TEXT}\")", change.column);
        let events = self.values_of_each(change, after).into_iter().chain(own).collect();
        let rows = change.rows_to_change(DbBackend::Sqlite);
        transaction.execute(&insert_for_each(events, rows)).await?;
        let mut update = change.update(NEWS, (NEWS, NEW_ID));
        update.from(TableRef::SubQuery(change.news(DbBackend::Sqlite).into(), NEWS.into()));
        update.cond_where(change.differs());
        let changed = transaction.execute(&update).await?.rows_affected();
        Ok(i64::try_from(changed).ok())
    }

    /// The values of the events, with the new text of each row.
    fn values_of_each(&self, change: &ChangeEach<'_>, after: String) -> EventValues {
        let values = self.values(change.resource, Action::Updated, &[], change.at);
        let values = values.into_iter().map(|(column, value)| match column {
            Column::After => (column, Expr::cust(after.clone())),
            _ => (column, value),
        });
        values.collect()
    }
}

impl ChangeEach<'_> {
    /// The ids and the new texts, as rows.
    fn news(&self, backend: DbBackend) -> SelectStatement {
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
            .from_subquery(self.news(backend), NEWS)
            .and_where(Expr::col((table, id)).equals((NEWS, NEW_ID)))
            .cond_where(State::Live.condition(self.resource))
            .take()
    }

    /// Those whose text differs.
    fn rows_to_change(&self, backend: DbBackend) -> SelectStatement {
        self.matched(backend).cond_where(self.differs()).take()
    }

    fn differs(&self) -> Condition {
        let text = Expr::col((self.resource.table.name, self.column));
        Condition::all().add(text.ne(Expr::col((NEWS, NEW_TEXT))))
    }

    /// Locks the live rows in the order of their ids, and counts them.
    fn locked(&self) -> SelectStatement {
        let (table, id) = (self.resource.table.name, self.resource.columns.id);
        let mut rows = self.matched(DbBackend::Postgres);
        rows.expr(Expr::col((table, id))).order_by((table, id), Order::Asc);
        rows.lock_with_tables(LockType::Update, [table]);
        Query::select().expr(Func::count(Expr::val(1))).from_subquery(rows, OLD).take()
    }

    /// The rows before the change.
    fn old(&self) -> SelectStatement {
        let resource = self.resource;
        let (table, id) = (resource.table.name, resource.columns.id);
        let before = before(resource, &self.assigned(), "jsonb_build_object", postgres::as_json);
        let mut old = self.rows_to_change(DbBackend::Postgres);
        old.expr_as(Expr::col((table, id)), OLD_ID)
            .expr_as(before, BEFORE)
            .column((NEWS, NEW_TEXT));
        if let Some(owner) = resource.owner {
            old.expr_as(Expr::col((table, owner)), OWNER);
        }
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
