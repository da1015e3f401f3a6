//! One way to SQLite and PostgreSQL: readers, one writer, time limits, turns, replicas.
//!
//! A [`Database`] is opened from a URL. It hands out [`Connection`]s, which run statements of SeaORM on
//! either engine. `README.md` says what each is for.

mod cancel;
mod connection;
mod error;
mod failure;
mod handle;
mod lock;
mod monitor;
mod open;
mod options;
mod pool;
mod replica;
mod schema;
mod sqlite;
mod transaction;
mod turns;

pub use cancel::end_left_statements;
pub use connection::{Connection, Reads, Role, Threads, Unlimited, column};
pub use error::DatabaseError;
pub use failure::{is_duplicate, is_given_up, is_out_of_time, is_outage};
pub use handle::Database;
pub use lock::lock;
pub use open::{Opening, Synchronous};
pub use options::POSTGRES_CONNECTIONS;
pub use pool::PoolUsage;
pub use schema::{Schema, lock_key};
pub use sqlite::{Reading, SqliteRow, SqliteTransaction, SqliteWriter, StoredTime};
pub use turns::{Place, SERVER, Transaction, Turns};
