//! Transactions that have a place.

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult, Statement,
};
use std::{ops::Deref, pin::Pin};

use super::places::Place;

/// The return type of the methods of `ConnectionTrait`. They are written out, because async-trait
/// would put each future into a second box.
pub(crate) type BoxedResult<'a, T> = Pin<Box<dyn Future<Output = Result<T, DbErr>> + Send + 'a>>;

/// A transaction, with the place of its account.
///
/// Dropping it rolls it back.
pub struct Transaction {
    // Dropped first, so that the connection is back when the next one takes the place.
    pub(crate) inner: DatabaseTransaction,
    _place: Option<Place>,
    /// The place of a unit of work.
    pub(crate) unit: Option<Place>,
}

impl Transaction {
    pub(crate) const fn new(inner: DatabaseTransaction, place: Option<Place>) -> Self {
        Self { inner, _place: place, unit: None }
    }

    /// Commits it.
    ///
    /// # Errors
    /// When the commit fails; then nothing was written.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.inner.commit().await
    }

    /// Rolls it back.
    ///
    /// # Errors
    /// When the database can't be reached; it rolls back by itself then.
    pub async fn rollback(self) -> Result<(), DbErr> {
        self.inner.rollback().await
    }
}

impl Deref for Transaction {
    type Target = DatabaseTransaction;

    #[inline]
    fn deref(&self) -> &DatabaseTransaction {
        &self.inner
    }
}

impl ConnectionTrait for Transaction {
    #[inline]
    fn get_database_backend(&self) -> DbBackend {
        self.inner.get_database_backend()
    }

    #[inline]
    fn execute_raw<'s, 'a>(&'s self, statement: Statement) -> BoxedResult<'a, ExecResult>
    where
        's: 'a,
    {
        self.inner.execute_raw(statement)
    }

    #[inline]
    fn execute_unprepared<'s, 't, 'a>(&'s self, sql: &'t str) -> BoxedResult<'a, ExecResult>
    where
        's: 'a,
        't: 'a,
    {
        self.inner.execute_unprepared(sql)
    }

    #[inline]
    fn query_one_raw<'s, 'a>(&'s self, statement: Statement) -> BoxedResult<'a, Option<QueryResult>>
    where
        's: 'a,
    {
        self.inner.query_one_raw(statement)
    }

    #[inline]
    fn query_all_raw<'s, 'a>(&'s self, statement: Statement) -> BoxedResult<'a, Vec<QueryResult>>
    where
        's: 'a,
    {
        self.inner.query_all_raw(statement)
    }
}
