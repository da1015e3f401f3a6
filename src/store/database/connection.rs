//! What statements run on.

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult, Statement,
    metric,
};
use std::{fmt, future::Future, pin::Pin, sync::Arc};

use super::pool::Pool;

/// Where statements run: on any connection of a pool, each for itself, or in a transaction that is
/// under way, one after the other. Who runs them need not know which.
#[derive(Clone)]
pub enum Connection {
    /// Any connection of a pool.
    Pool(Pool),
    /// The transaction's connection.
    Within(Arc<DatabaseTransaction>),
}

impl Connection {
    /// Calls a function with each statement that has been run, for measuring. A transaction calls
    /// that of the pool it began in.
    pub fn set_metric_callback(&self, called: impl Fn(&metric::Info<'_>) + Send + Sync + 'static) {
        if let Self::Pool(pool) = self {
            pool.set_metric_callback(called);
        }
    }

    /// Closes the pool, for everybody who has it. A transaction ends by itself.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn close_by_ref(&self) -> Result<(), DbErr> {
        match self {
            Self::Pool(pool) => pool.close_by_ref().await,
            Self::Within(_) => Ok(()),
        }
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Pool(_) => "Pool",
            Self::Within(_) => "Within",
        })
    }
}

impl From<Pool> for Connection {
    fn from(pool: Pool) -> Self {
        Self::Pool(pool)
    }
}

/// What the methods of `ConnectionTrait` answer. They are written out, since async-trait would put
/// each of them into a second box.
type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, DbErr>> + Send + 'a>>;

impl ConnectionTrait for Connection {
    fn get_database_backend(&self) -> DbBackend {
        match self {
            Self::Pool(pool) => pool.get_database_backend(),
            Self::Within(transaction) => transaction.get_database_backend(),
        }
    }

    fn execute_raw<'s, 'a>(&'s self, statement: Statement) -> Later<'a, ExecResult>
    where
        's: 'a,
    {
        match self {
            Self::Pool(pool) => pool.execute_raw(statement),
            Self::Within(transaction) => transaction.execute_raw(statement),
        }
    }

    fn execute_unprepared<'s, 't, 'a>(&'s self, sql: &'t str) -> Later<'a, ExecResult>
    where
        's: 'a,
        't: 'a,
    {
        match self {
            Self::Pool(pool) => pool.execute_unprepared(sql),
            Self::Within(transaction) => transaction.execute_unprepared(sql),
        }
    }

    fn query_one_raw<'s, 'a>(&'s self, statement: Statement) -> Later<'a, Option<QueryResult>>
    where
        's: 'a,
    {
        match self {
            Self::Pool(pool) => pool.query_one_raw(statement),
            Self::Within(transaction) => transaction.query_one_raw(statement),
        }
    }

    fn query_all_raw<'s, 'a>(&'s self, statement: Statement) -> Later<'a, Vec<QueryResult>>
    where
        's: 'a,
    {
        match self {
            Self::Pool(pool) => pool.query_all_raw(statement),
            Self::Within(transaction) => transaction.query_all_raw(statement),
        }
    }
}
