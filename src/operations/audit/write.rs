//! Writes rows and an event for each of them in one transaction.
//!
//! PostgreSQL does both in one statement. SQLite takes several, in a transaction that holds the write
//! lock from its beginning, so that no other write comes between them.

use sea_orm::{DatabaseTransaction, DbBackend, DbErr};

use super::{
    postgres, sqlite,
    writer::{AuditWriter, Change, Insert},
};
use crate::operations::records::Record;

impl AuditWriter {
    /// Changes the rows that meet the condition, and returns them.
    pub async fn change(&self, change: Change<'_>) -> Result<Vec<Record>, DbErr> {
        let database = &self.app.database;
        if self.is_one_statement() {
            return postgres::change(self, &database.writer, change).await;
        }
        let transaction = database.begin().await?;
        let records = self.change_within(&transaction, change).await?;
        transaction.commit().await?;
        Ok(records)
    }

    /// Changes rows in a transaction that does more.
    pub async fn change_within(
        &self,
        transaction: &DatabaseTransaction,
        change: Change<'_>,
    ) -> Result<Vec<Record>, DbErr> {
        match self.app.database.backend() {
            DbBackend::Postgres => postgres::change(self, transaction, change).await,
            _ => sqlite::change(self, transaction, change).await,
        }
    }

    /// Inserts a row if the condition holds, and returns it.
    pub async fn insert(&self, insert: Insert<'_>) -> Result<Option<Record>, DbErr> {
        let database = &self.app.database;
        if self.is_one_statement() {
            return postgres::insert(self, &database.writer, insert).await;
        }
        let transaction = database.begin().await?;
        let record = match database.backend() {
            DbBackend::Postgres => postgres::insert(self, &transaction, insert).await?,
            _ => sqlite::insert(self, &transaction, insert).await?,
        };
        transaction.commit().await?;
        Ok(record)
    }

    /// Whether a change and its event are one statement that needs no transaction.
    fn is_one_statement(&self) -> bool {
        let database = &self.app.database;
        database.backend() == DbBackend::Postgres && !database.is_scoped()
    }
}
