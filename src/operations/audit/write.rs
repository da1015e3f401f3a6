//! Writes rows and an event for each of them in one transaction.
//!
//! PostgreSQL does both in one statement. SQLite takes two, in a transaction that holds the write
//! lock from its beginning, so that no other write comes between them.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr};
use std::sync::Arc;

use super::{
    Action, AuditWriter, Change, Each, Insert, administrators::check_ended, postgres, sqlite,
};
use crate::{
    operations::rows::{Assignment, Record, Shape, Statements, Values, bits},
    resources::Resource,
    store::database::Unlimited,
};

impl AuditWriter {
    /// Changes the rows that meet the condition, and returns them.
    pub async fn change(&self, change: Change<'_>) -> Result<Vec<Record>, DbErr> {
        if !change.ends_access() {
            let statements = change.statements(self.app.database.backend(), None);
            let resource = change.resource;
            return self.run(statements, resource, self.bind_change(change)).await;
        }
        let transaction = self.begin().await?;
        let records = self.change_within(&transaction, change).await?;
        transaction.commit().await?;
        Ok(records)
    }

    /// Changes rows in a transaction that does more. The last administrator's account or role is
    /// refused here, whatever ends it.
    pub async fn change_within(
        &self,
        connection: &impl ConnectionTrait,
        change: Change<'_>,
    ) -> Result<Vec<Record>, DbErr> {
        let resource = change.resource;
        let statements = change.statements(connection.get_database_backend(), None);
        let ends_access = change.ends_access();
        let changed = statements.run(connection, resource, self.bind_change(change)).await?;
        if ends_access && !changed.is_empty() {
            check_ended(connection, &changed).await?;
        }
        Ok(changed)
    }

    /// Changes all rows that meet the condition unread, and returns how many. `each` has ids and values
    /// of locked rows.
    pub async fn change_many(
        &self,
        transaction: &DatabaseTransaction,
        change: Change<'_>,
        each: Option<Each<'_>>,
    ) -> Result<i64, DbErr> {
        let statements = change.statements(transaction.get_database_backend(), each.as_ref());
        statements.count(transaction, self.bind_change(change)).await
    }

    /// Inserts a row if its referred records exist, and returns it.
    pub async fn insert(&self, insert: Insert<'_>) -> Result<Option<Record>, DbErr> {
        let statements = insert.statements(self.app.database.backend(), None);
        let resource = insert.resource;
        let values = self.bind(resource, insert.assignments, insert.at);
        Ok(self.run(statements, resource, values).await?.into_iter().next())
    }

    /// Inserts those rows whose referred records exist, and returns how many.
    pub async fn insert_many(
        &self,
        transaction: &DatabaseTransaction,
        insert: Insert<'_>,
        each: Each<'_>,
    ) -> Result<i64, DbErr> {
        let statements = insert.statements(transaction.get_database_backend(), Some(&each));
        let values = self.bind(insert.resource, insert.assignments, insert.at);
        statements.count(transaction, values).await
    }

    /// Runs statements that write rows with their events, and returns the rows.
    async fn run(
        &self,
        statements: Arc<Statements>,
        resource: &'static Resource,
        values: Values,
    ) -> Result<Vec<Record>, DbErr> {
        let database = &self.app.database;
        let Unlimited { writer, account, .. } = match &self.call {
            Some(call) => self.app.writes(call),
            None => database.operator(),
        };
        // A single statement needs no transaction.
        if database.backend() == DbBackend::Postgres && !database.is_scoped() {
            return statements.run(&writer.of(account), resource, values).await;
        }
        if let Some(sqlite) = writer.sqlite_writer() {
            let sqlite = (sqlite, account);
            return statements.run_alone(sqlite, self.check_on_writer(), resource, values).await;
        }
        let transaction = self.begin().await?;
        let records = statements.run(&transaction, resource, values).await?;
        transaction.commit().await?;
        Ok(records)
    }
}

impl Change<'_> {
    fn statements(&self, backend: DbBackend, each: Option<&Each<'_>>) -> Arc<Statements> {
        let Self { resource, action, projection, .. } = *self;
        let shape = self.rows.shape().filter(|_| each.is_none()).map(|rows| Shape {
            written: written(resource, &self.assignments),
            ..Shape::of(backend, action.name(), resource, projection, rows)
        });
        Statements::of(shape, || match backend {
            DbBackend::Postgres => {
                Statements::single(&postgres::change(self, each), projection.clone(), backend)
            }
            _ => sqlite::change(self, each),
        })
    }
}

impl Insert<'_> {
    fn statements(&self, backend: DbBackend, each: Option<&Each<'_>>) -> Arc<Statements> {
        let Self { resource, projection, .. } = *self;
        let verb = Action::Created.name();
        let shape = each.is_none().then(|| Shape {
            written: written(resource, &self.assignments),
            checked: bits(self.references.iter().map(|name| resource.place(name))),
            ..Shape::of(backend, verb, resource, projection, Default::default())
        });
        Statements::of(shape, || match backend {
            DbBackend::Postgres => {
                Statements::single(&postgres::insert(self, each), projection.clone(), backend)
            }
            _ => sqlite::insert(self, each),
        })
    }
}

/// The assigned columns as a bit set.
fn written(resource: &Resource, assignments: &[Assignment]) -> u64 {
    bits(assignments.iter().map(|(name, _)| resource.place(name)))
}
