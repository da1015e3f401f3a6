//! Writes to SQLite on a thread of their own.

mod batch;
mod error;
mod file;
mod job;
mod options;
mod parameter;
mod transaction;
mod writer;

pub(super) use file::DatabaseFile;
pub(super) use options::{BUSY_TIMEOUT, CHECKPOINT, Options};
pub use transaction::{SqliteRow, SqliteTransaction, StoredTime};
pub use writer::SqliteWriter;
pub(super) use writer::lost;
