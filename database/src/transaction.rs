//! Transactions, and databases scoped to one.

use sea_orm::{
    AccessMode, ConnectionTrait, DbBackend, DbErr, IsolationLevel, SqliteTransactionMode,
    TransactionOptions,
};
use std::sync::Arc;
use tokio::task::spawn_blocking;

use super::{
    connection::{Connection, Role, Unlimited},
    handle::Database,
    sqlite::{self, DatabaseFile},
    turns::{SERVER, Transaction},
};

impl Database {
    /// The connections of the requests, for those who may use them.
    ///
    /// What runs for a request has a permit of the application.
    #[inline]
    pub const fn unlimited(&self, role: Role) -> Unlimited<'_> {
        let account = if let Role::Permitted(account) = role { account } else { SERVER };
        Unlimited { writer: &self.writer, reader: &self.reader, account, file: &self.file }
    }

    /// The connections for commands of an operator, and for tests.
    #[inline]
    pub const fn operator(&self) -> Unlimited<'_> {
        self.unlimited(Role::Operator)
    }

    /// Whether this database is scoped to a transaction.
    ///
    /// On PostgreSQL a failed statement aborts the whole transaction there, unless it runs in a
    /// savepoint, which `begin` creates.
    #[inline]
    pub fn is_scoped(&self) -> bool {
        matches!(self.writer, Connection::Transaction(_))
    }

    /// Begins a transaction, and returns a database within it.
    ///
    /// It reads and writes there until `commit` or `roll_back`. On SQLite it is interrupted when it
    /// reads for too long.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn scoped(&self, role: Role) -> Result<Self, DbErr> {
        let unlimited = self.unlimited(role);
        let unit = match &self.units {
            // One within another would wait for those that wait for its own.
            Some(units) if !self.is_scoped() => Some(units.take_in_time(unlimited.account).await?),
            _ => None,
        };
        let mut begun = unlimited.begin().await?;
        begun.unit = unit;
        let within = Connection::Transaction(Arc::new(begun));
        if let Some(time) = self.longest_hold() {
            self.hold.begin(time);
        }
        Ok(Self { writer: within.clone(), reader: within, ..self.clone() })
    }

    /// Commits the transaction of a scoped database.
    ///
    /// # Errors
    /// When the commit fails, and when the transaction is still in use; it is rolled back then. When
    /// the file of SQLite is lost.
    pub async fn commit(self) -> Result<(), DbErr> {
        let file = self.file.clone();
        match self.into_transaction() {
            Some(transaction) => transaction.commit().await?,
            None => return Err(DbErr::Custom("the transaction is still in use".to_owned())),
        }
        check(&file).await
    }

    /// Rolls back the transaction of a scoped database.
    ///
    /// # Errors
    /// When the database can't be reached; it rolls back by itself then.
    pub async fn roll_back(self) -> Result<(), DbErr> {
        match self.into_transaction() {
            Some(transaction) => transaction.rollback().await,
            None => Ok(()),
        }
    }

    /// The transaction, if nothing else uses it.
    fn into_transaction(self) -> Option<Transaction> {
        drop(self.reader);
        match self.writer {
            Connection::Pool(_) | Connection::Slow(_) | Connection::Replica(_) => None,
            Connection::Transaction(transaction) => Arc::into_inner(transaction),
        }
    }

    /// Begins a transaction that reads one snapshot. It blocks no writer.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn snapshot(&self) -> Result<Transaction, DbErr> {
        // A transaction of SQLite reads a snapshot as of its first read.
        let is_postgres = self.backend() == DbBackend::Postgres;
        let snapshot = TransactionOptions {
            isolation_level: is_postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: is_postgres.then_some(AccessMode::ReadOnly),
            ..TransactionOptions::default()
        };
        self.reader.begin(snapshot).await
    }
}

impl Unlimited<'_> {
    /// Begins a transaction that writes.
    ///
    /// On SQLite it takes the write lock at once, so that no other process can take it in between. In a
    /// scoped database it is a savepoint.
    ///
    /// # Errors
    /// When the database can't be reached, or the file of SQLite is lost.
    pub async fn begin(self) -> Result<Transaction, DbErr> {
        let is_sqlite = self.writer.get_database_backend() == DbBackend::Sqlite;
        let immediate = TransactionOptions {
            sqlite_transaction_mode: is_sqlite.then_some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        let transaction = self.writer.of(self.account).begin(immediate).await?;
        check(self.file).await?;
        Ok(transaction)
    }
}

/// Checks that the file of SQLite is whole.
async fn check(file: &Option<Arc<DatabaseFile>>) -> Result<(), DbErr> {
    let Some(file) = file.clone().filter(|file| !file.is_whole()) else { return Ok(()) };
    let checked = spawn_blocking(move || file.check()).await;
    checked.unwrap_or(Ok(())).map_err(sqlite::lost)
}
