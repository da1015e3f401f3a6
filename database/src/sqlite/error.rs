//! Errors of SQLite in the form that the other connections give them.

use sea_orm::{
    DbErr, RuntimeErr,
    sqlx::{
        Error,
        error::{DatabaseError, ErrorKind},
    },
};
use std::{borrow::Cow, error::Error as StdError, fmt};

/// An error that SQLite returned.
#[derive(Debug)]
struct SqliteError {
    /// The extended result code.
    code: i32,
    message: String,
}

/// An error that callers classify as one of the other connections.
pub(super) fn database_error(error: rusqlite::Error) -> DbErr {
    let code = match &error {
        rusqlite::Error::SqliteFailure(failure, _) => failure.extended_code,
        _ => return DbErr::Type(error.to_string()),
    };
    let message = error.to_string();
    let error = Error::Database(Box::new(SqliteError { code, message }));
    DbErr::Query(RuntimeErr::SqlxError(error.into()))
}

impl fmt::Display for SqliteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(code: {}) {}", self.code, self.message)
    }
}

impl StdError for SqliteError {}

impl DatabaseError for SqliteError {
    fn message(&self) -> &str {
        &self.message
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.code.to_string().into())
    }

    fn as_error(&self) -> &(dyn StdError + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn StdError + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn StdError + Send + Sync + 'static> {
        self
    }

    fn kind(&self) -> ErrorKind {
        match self.code {
            rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE
            | rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY => ErrorKind::UniqueViolation,
            rusqlite::ffi::SQLITE_CONSTRAINT_FOREIGNKEY => ErrorKind::ForeignKeyViolation,
            _ => ErrorKind::Other,
        }
    }
}
