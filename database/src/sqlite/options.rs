//! The connection that writes.

use rusqlite::{Connection, OpenFlags};
use std::{sync::Arc, time::Duration};

use super::file::DatabaseFile;

/// Prepared statements that the connection keeps: some for each kind and action.
const STATEMENTS: usize = 256;
/// Kibibytes of pages that the connection keeps. The indexes that changes touch are read once.
const CACHE: i64 = 32 * 1024;

/// How long connections wait for a lock that another process holds.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Pages in the log that make a commit copy them. A page that changes often is copied once, and the
/// disk flushes the file less often.
pub(crate) const CHECKPOINT: u32 = 8_000;

/// Kibibytes of pages that the connection of imports and bulk operations keeps.
pub(crate) const BULK_CACHE: i64 = 8 * 1024;

/// How the connection that writes is opened.
pub(crate) struct Options {
    /// The file, which exists and is in WAL mode.
    pub file: Arc<DatabaseFile>,
    /// The value of `PRAGMA synchronous`.
    pub synchronous: &'static str,
}

impl Options {
    /// Opens a connection.
    pub(super) fn open(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(self.file.path(), flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "synchronous", self.synchronous)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "cache_size", -CACHE)?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT)?;
        // Savepoints copy each page that is changed. More than a few would go to a temporary file.
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    }
}
