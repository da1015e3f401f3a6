//! Connections, transactions and the schema.

mod cancel;
mod connection;
mod error;
mod handle;
mod hold;
mod monitor;
mod open;
mod options;
mod pool;
mod replica;
mod schema;
mod slow;
mod sqlite;
mod transaction;
mod turns;

pub use connection::{Connection, Role, Unlimited, column};
pub use handle::Database;
pub use hold::Reading;
pub use open::{Opening, Synchronous};
pub use options::POSTGRES_CONNECTIONS;
pub use schema::{applied_migrations, known_migrations, lock_key};
pub use sqlite::{SqliteRow, SqliteTransaction, SqliteWriter, StoredTime};
pub use turns::{Place, SERVER, Transaction, Turns};
