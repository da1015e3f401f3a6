//! Estimates of row counts of tables, and of what an index finds.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use std::{collections::HashMap, ops::Deref, sync::Mutex, time::Duration};
use tokio::time::Instant;

use crate::{
    error::Error,
    lock::lock,
    store::{
        BoundedCache,
        database::{Connection, Database},
    },
};

/// How long a number counts as current.
const FRESH: Duration = Duration::from_secs(60);
/// How many times as long as counting took, beyond that.
const PAUSE: u32 = 100;
/// Most rows that are counted; more of them make no difference.
const MOST: u64 = 100_000_000;
/// Most rows that are few.
pub(super) const FEW: u64 = 20_000;
/// Most bytes of the statements whose numbers of rows are known.
const STATEMENTS: usize = 4 * 1024 * 1024;

/// Cached sizes of tables, and of parts of them. Each is read again after a minute.
pub struct TableSizes {
    tables: Mutex<HashMap<&'static str, (u64, Instant)>>,
    /// Held while a table is counted: one at a time.
    counting: tokio::sync::Mutex<()>,
    /// The numbers of few rows, by the statement that finds them. `None`: they are many.
    few: BoundedCache<String, (Option<u64>, Instant)>,
}

impl Default for TableSizes {
    fn default() -> Self {
        let few = BoundedCache::of_bytes(STATEMENTS, |text: &String, _| text.len());
        Self { tables: Mutex::default(), counting: tokio::sync::Mutex::default(), few }
    }
}

impl TableSizes {
    /// Estimates the rows of a table. PostgreSQL's statistics say how many; SQLite counts them.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn of(&self, database: &Database, table: &'static str) -> Result<u64, Error> {
        if let Some(size) = self.known(table) {
            return Ok(size);
        }
        let _counting = self.counting.lock().await;
        if let Some(size) = self.known(table) {
            return Ok(size);
        }
        let began = Instant::now();
        let size = match database.backend() {
            DbBackend::Postgres => estimated(database, table).await?,
            _ => counted(database, table).await?,
        };
        let fresh = FRESH + began.elapsed() * PAUSE;
        lock(&self.tables).insert(table, (size, Instant::now() + fresh));
        Ok(size)
    }

    fn known(&self, table: &str) -> Option<u64> {
        let known = lock(&self.tables).get(table).copied();
        known.filter(|(_, until)| Instant::now() < *until).map(|(size, _)| size)
    }

    /// How many rows a statement finds; `None`: they are many. It reads few more than that.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn few<C: Deref<Target = Connection>>(
        &self,
        found: Statement,
        connection: impl AsyncFnOnce() -> Result<C, Error>,
    ) -> Result<Option<u64>, Error> {
        let key = found.to_string();
        let known = || self.few.get(&key).filter(|(_, read)| read.elapsed() < FRESH);
        if let Some((number, _)) = known() {
            return Ok(number);
        }
        let connection = connection().await?;
        // Who waited for it finds what others have read meanwhile.
        if let Some((number, _)) = known() {
            return Ok(number);
        }
        // In the text: PostgreSQL expects a parameter to be a tenth of the table.
        let sql = format!(r#"SELECT COUNT(*) FROM ({} LIMIT {}) AS "few""#, found.sql, FEW + 1);
        let number = number(&connection, Statement { sql, ..found }).await?;
        let number = Some(number).filter(|number| *number <= FEW);
        self.few.insert(key, (number, Instant::now()));
        Ok(number)
    }
}

/// The size by the statistics of PostgreSQL, those of partitions added up.
async fn estimated(database: &Database, table: &str) -> Result<u64, Error> {
    let sql = format!(
        "SELECT SUM(CASE WHEN c.reltuples > 0 AND c.relpages > 0 \
         THEN c.reltuples / c.relpages * pg_relation_size(c.oid) / current_setting('block_size')::int \
         ELSE pg_stat_get_live_tuples(c.oid) END)::bigint FROM pg_class c \
         WHERE c.oid = '{table}'::regclass \
         OR c.oid IN (SELECT relid FROM pg_partition_tree('{table}'::regclass))"
    );
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    Ok(number(&database.background, statement).await?)
}

/// The size as SQLite counts, or the largest id. A count that takes too long is stopped.
async fn counted(database: &Database, table: &str) -> Result<u64, Error> {
    let counter = database.counter().await?;
    // Without the limit, counting could not be interrupted.
    let sql = format!(r#"SELECT COUNT(*) FROM (SELECT 1 FROM "{table}" LIMIT {MOST})"#);
    if let Ok(size) = number(&counter, Statement::from_string(DbBackend::Sqlite, sql)).await {
        return Ok(size);
    }
    let sql = format!(r#"SELECT COALESCE(MAX(rowid), 0) FROM "{table}""#);
    Ok(number(&database.background, Statement::from_string(DbBackend::Sqlite, sql)).await?)
}

/// The number that a statement returns.
async fn number(connection: &Connection, statement: Statement) -> Result<u64, DbErr> {
    let row = connection.query_one_raw(statement).await?;
    let number = row.map_or(Ok(0), |row| row.try_get_by_index::<i64>(0))?;
    Ok(u64::try_from(number).unwrap_or_default())
}
