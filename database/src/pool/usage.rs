//! How many connections are open.

use sea_orm::{ConnectionTrait, DbBackend, sqlx};

use super::pool::Pool;

/// The usage of a connection pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolUsage {
    /// What its connections are for.
    pub name: &'static str,
    /// Open connections.
    pub size: u32,
    /// Open connections that are not in use.
    pub idle: u32,
    /// Most open connections.
    pub limit: u32,
}

impl Pool {
    /// The usage of its connections, which are at most `limit`. During an outage there are none.
    pub(crate) fn usage(&self, name: &'static str, limit: u32) -> PoolUsage {
        fn of<D: sqlx::Database>(pool: &sqlx::Pool<D>) -> (u32, u32) {
            (pool.size(), u32::try_from(pool.num_idle()).unwrap_or(u32::MAX))
        }
        let (size, idle) = match (self.current(), self.get_database_backend()) {
            (Err(_), _) => (0, 0),
            (Ok((pool, _)), DbBackend::Postgres) => of(pool.get_postgres_connection_pool()),
            (Ok((pool, _)), _) => of(pool.get_sqlite_connection_pool()),
        };
        PoolUsage { name, size, idle, limit }
    }
}
