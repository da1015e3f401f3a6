//! SQLite: the thread that writes, slow statements, and the file.

mod batch;
mod error;
mod file;
mod hold;
mod job;
mod lane;
mod options;
mod parameter;
mod readers;
mod slow;
mod transaction;
mod writer;

pub(super) use file::DatabaseFile;
pub use hold::Reading;
pub(super) use hold::{Hold, LONGEST_HOLD};
pub(super) use options::{BULK_CACHE, BUSY_TIMEOUT, CHECKPOINT, Options};
pub(super) use readers::Length;
pub(super) use readers::SqliteReaders;
pub use slow::SlowReader;
pub(super) use slow::SlowReaders;
pub use transaction::{SqliteRow, SqliteTransaction, StoredTime};
pub use writer::SqliteWriter;
pub(super) use writer::lost;
