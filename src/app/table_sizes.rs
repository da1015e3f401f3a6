//! About how many rows each table has.

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use std::{collections::HashMap, sync::Mutex, time::Duration};
use tokio::time::Instant;

use super::lock::lock;
use crate::{error::Error, store::database::Database};

/// How long a size counts as current.
const FRESH: Duration = Duration::from_secs(60);

/// The sizes of tables, each read again after a minute.
#[derive(Debug, Default)]
pub struct TableSizes(Mutex<HashMap<&'static str, (u64, Instant)>>);

impl TableSizes {
    /// About how many rows a table has: as PostgreSQL's statistics say, or SQLite's largest id.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn of(&self, database: &Database, table: &'static str) -> Result<u64, Error> {
        let known = lock(&self.0).get(table).copied();
        if let Some((size, _)) = known.filter(|(_, read)| read.elapsed() < FRESH) {
            return Ok(size);
        }
        let sql = match database.backend() {
            DbBackend::Postgres => format!(
                "SELECT (CASE WHEN c.reltuples > 0 AND c.relpages > 0 \
                 THEN c.reltuples / c.relpages * pg_relation_size(c.oid) / current_setting('block_size')::int \
                 ELSE pg_stat_get_live_tuples(c.oid) END)::bigint \
                 FROM pg_class c WHERE c.oid = '{table}'::regclass"
            ),
            _ => format!(r#"SELECT COALESCE(MAX(rowid), 0) FROM "{table}""#),
        };
        let statement = Statement::from_string(database.backend(), sql);
        let row = database.background.query_one_raw(statement).await?.ok_or(Error::Internal)?;
        let size = u64::try_from(row.try_get_by_index::<i64>(0)?).unwrap_or_default();
        lock(&self.0).insert(table, (size, Instant::now()));
        Ok(size)
    }
}
