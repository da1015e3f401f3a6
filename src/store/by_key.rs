//! Reads rows of PostgreSQL by their keys: those that many want at once by one statement.

use engine::{BoundedCache, Lanes, Load, Together};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, TryGetable, Value};
use std::{collections::HashMap, hash::Hash, sync::Arc};

use super::database::{Connection, Database, Role};

/// Statements that run at once. Keys that come meanwhile are gathered.
const LANES: usize = 1;
/// Most rows of a statement.
const MOST: usize = 16;
/// Bytes of the loaders that are kept, and of one beside its text.
const BYTES: usize = 1024 * 1024;
const LOADER_BYTES: usize = 1024;

/// A key as the database has it.
pub trait RowKey: Clone + Eq + Hash + Send + Sync + TryGetable + Into<Value> + 'static {}

impl<K: Clone + Eq + Hash + Send + Sync + TryGetable + Into<Value> + 'static> RowKey for K {}

/// Reads rows by their keys, for all callers together.
///
/// A read alone is a statement of its own, without a delay. The more there is to read, the more rows a
/// statement reads. The statements take no place of an account: each takes less time than to wait for one.
pub struct RowsByKey {
    lanes: Lanes,
    connection: Connection,
    /// The loaders of statements.
    loaders: BoundedCache<String, Arc<Together<ByKey>>>,
}

/// Runs a statement that reads the rows of several keys.
struct ByKey {
    connection: Connection,
    /// Its only parameter are the keys.
    sql: String,
    /// The place of the key among the columns that it reads: others may have its name.
    place: usize,
}

impl RowsByKey {
    /// Reads from a database.
    pub fn new(database: &Database) -> Self {
        let connection = database.unlimited(Role::Background).reader.in_order();
        let loaders = BoundedCache::of_bytes(BYTES, |sql: &String, _| 2 * sql.len() + LOADER_BYTES);
        Self { lanes: Lanes::new(LANES), connection, loaders }
    }

    /// Reads a row by a statement of its own. `None`: others read.
    pub async fn alone<T>(&self, read: impl AsyncFnOnce(&Connection) -> T) -> Option<T> {
        self.lanes.alone(async || read(&self.connection).await).await
    }

    /// The row with a key at a place, by a statement whose only parameter are the keys that it reads.
    ///
    /// # Errors
    /// When the database can't be reached, for all that share the statement.
    pub async fn row(
        &self,
        sql: &str,
        place: usize,
        key: impl RowKey,
    ) -> Result<Option<Arc<QueryResult>>, DbErr> {
        let new = || {
            let (connection, sql) = (self.connection.clone(), sql.to_owned());
            Arc::new(Together::new(ByKey { connection, sql, place }, &self.lanes))
        };
        let loader = self.loaders.get(sql);
        let loader =
            loader.unwrap_or_else(|| self.loaders.get_or_insert(sql.to_owned(), |_| true, new));
        loader.one(key).await
    }
}

impl<K: RowKey> Load<K> for ByKey {
    type Value = Arc<QueryResult>;
    type Error = DbErr;

    async fn load(&self, keys: &[K]) -> Result<HashMap<K, Arc<QueryResult>>, DbErr> {
        let mut found = HashMap::new();
        for keys in keys.chunks(MOST) {
            let keys: Vec<Value> = keys.iter().map(|key| key.clone().into()).collect();
            let Some(kind) = keys.first().map(Value::array_type) else { continue };
            let keys = Value::Array(kind, Some(Box::new(keys)));
            let statement = Statement::from_sql_and_values(DbBackend::Postgres, &self.sql, [keys]);
            for row in self.connection.query_all_raw(statement).await? {
                found.insert(row.try_get_by_index(self.place)?, Arc::new(row));
            }
        }
        Ok(found)
    }
}
