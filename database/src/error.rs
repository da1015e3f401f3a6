//! Why a database can't be used.

use sea_orm::{DbErr, RuntimeErr, SqlxError};
use std::fmt;

use super::failure::is_outage;

/// Why the database can't be used.
///
/// The messages call its URL `DATABASE_URL`, and that of the replica `DATABASE_READ_URL`, as programs
/// usually do that take them from the environment.
#[derive(Debug)]
pub enum DatabaseError {
    /// The URL is invalid or of an unsupported kind.
    Url(String),
    /// The replica's URL is of another kind, or none is possible.
    ReadUrl(&'static str),
    /// No file is at this path. The text says what creates one.
    Missing(String, &'static str),
    /// The database has no tables. The text says what creates them.
    Empty(&'static str),
    /// The database can't be reached or opened.
    Unreachable(DbErr),
    /// The schema has this migration of a newer program.
    Newer(String),
    /// A migration failed; the schema is unchanged.
    Migration(DbErr),
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(problem) => write!(f, "DATABASE_URL {problem}"),
            Self::ReadUrl(problem) => write!(f, "DATABASE_READ_URL {problem}"),
            Self::Missing(path, hint) => {
                write!(f, "no database at {path}, which DATABASE_URL names; {hint}")
            }
            Self::Empty(hint) => {
                write!(f, "the database that DATABASE_URL names has no tables; {hint}")
            }
            Self::Unreachable(error) => {
                write!(f, "the database that DATABASE_URL names can't be opened: {error}")
            }
            Self::Newer(change) => write!(
                f,
                "the database is of a newer version than this program: it has the change {change}, \
                 which this program doesn't know"
            ),
            Self::Migration(error) => write!(f, "the schema can't be brought up to date: {error}"),
        }
    }
}

impl std::error::Error for DatabaseError {}

impl DatabaseError {
    /// Whether the error may pass, or an operator can fix it.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Url(_)
            | Self::ReadUrl(_)
            | Self::Missing(..)
            | Self::Empty(_)
            | Self::Newer(_) => false,
            Self::Unreachable(error) => !is_rejection(error),
            Self::Migration(error) => is_outage(error),
        }
    }
}

/// Whether a server rejected the connection. It refuses the account (28), doesn't have the database
/// (3D), or doesn't support what the URL asks for.
fn is_rejection(error: &DbErr) -> bool {
    let DbErr::Conn(RuntimeErr::SqlxError(error)) = error else { return false };
    match error.as_ref() {
        SqlxError::Configuration(_) | SqlxError::InvalidArgument(_) | SqlxError::Tls(_) => true,
        SqlxError::Database(error) => error
            .code()
            .is_some_and(|code| ["28", "3D"].iter().any(|class| code.starts_with(class))),
        _ => false,
    }
}
