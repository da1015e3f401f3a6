//! Connections, transactions and the schema.

mod connection;
mod error;
mod handle;
mod monitor;
mod open;
mod options;
mod pool;
mod schema;
mod sqlite;
mod transaction;

pub use handle::Database;
pub use open::Synchronous;
pub use sqlite::{SqliteRow, SqliteTransaction, SqliteWriter, StoredTime};
