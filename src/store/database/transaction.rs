//! Transactions, and a database that is seen from within one.

use sea_orm::{
    AccessMode, DatabaseTransaction, DbBackend, DbErr, IsolationLevel, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
};
use std::sync::Arc;

use super::{connection::Connection, handle::Database};

impl Database {
    /// Whether a statement that fails takes nothing else with it. In a PostgreSQL transaction it
    /// takes everything, unless it has a savepoint of its own: what `begin` makes there.
    #[must_use]
    pub fn stands_alone(&self) -> bool {
        matches!(self.writer, Connection::Pool(_))
    }

    /// Begins a transaction that writes: on SQLite it takes the write lock at once, so that it
    /// can't lose it half-way to another process. Within a transaction it is one that can be rolled
    /// back for itself.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        let immediate = TransactionOptions {
            sqlite_transaction_mode: (self.backend() == DbBackend::Sqlite)
                .then_some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        match &self.writer {
            Connection::Pool(pool) => pool.begin_with_options(immediate).await,
            Connection::Within(transaction) => transaction.begin().await,
        }
    }

    /// The database from within a transaction that begins now: whatever is read and written runs in
    /// it, until it is committed or rolled back by the last one who has it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn scoped(&self) -> Result<Self, DbErr> {
        let within = Connection::Within(Arc::new(self.begin().await?));
        let background = self.background.clone();
        let (postgres, pool) = (self.postgres.clone(), self.pool.clone());
        Ok(Self { writer: within.clone(), reader: within, background, postgres, pool })
    }

    /// Commits the transaction that the database is seen from.
    ///
    /// # Errors
    /// When the commit fails, and when something else still works in the transaction: then it will
    /// be rolled back.
    pub async fn commit(self) -> Result<(), DbErr> {
        match self.into_transaction() {
            Some(transaction) => transaction.commit().await,
            None => Err(DbErr::Custom("the transaction is still in use".to_owned())),
        }
    }

    /// Rolls the transaction back that the database is seen from.
    ///
    /// # Errors
    /// When the database can't be reached; then it rolls it back by itself.
    pub async fn roll_back(self) -> Result<(), DbErr> {
        match self.into_transaction() {
            Some(transaction) => transaction.rollback().await,
            None => Ok(()),
        }
    }

    /// The transaction, if nobody else has it.
    fn into_transaction(self) -> Option<DatabaseTransaction> {
        drop(self.reader);
        match self.writer {
            Connection::Pool(_) => None,
            Connection::Within(transaction) => Arc::into_inner(transaction),
        }
    }

    /// Begins a transaction that only reads, and sees everything as it is at one moment. It keeps
    /// nobody from writing.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn snapshot(&self) -> Result<DatabaseTransaction, DbErr> {
        match (&self.reader, self.backend()) {
            (Connection::Pool(pool), DbBackend::Postgres) => {
                let options = TransactionOptions {
                    isolation_level: Some(IsolationLevel::RepeatableRead),
                    access_mode: Some(AccessMode::ReadOnly),
                    ..TransactionOptions::default()
                };
                pool.begin_with_options(options).await
            }
            // A transaction of SQLite sees what it saw first.
            (Connection::Pool(pool), _) => pool.begin().await,
            (Connection::Within(transaction), _) => transaction.begin().await,
        }
    }
}
