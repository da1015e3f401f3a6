//! Why a database can't be used.

use sea_orm::{DbErr, RuntimeErr, SqlxError};
use std::fmt;

use crate::error::is_outage;

/// Why the database can't be used.
#[derive(Debug)]
pub enum Unusable {
    /// The URL names no database this program knows.
    Url(String),
    /// It can't be reached or opened.
    Unreachable(DbErr),
    /// It was changed by a newer version of this program.
    Newer(String),
    /// Bringing the schema up to date failed; it is as it was.
    Migration(DbErr),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(problem) => write!(f, "DATABASE_URL {problem}"),
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

impl std::error::Error for Unusable {}

impl Unusable {
    /// Whether it may pass by itself, or by the hand of whoever runs the database.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Url(_) | Self::Newer(_) => false,
            Self::Unreachable(error) => !is_refusal(error),
            Self::Migration(error) => is_outage(error),
        }
    }
}

/// Whether a server was reached that won't have us: it refuses the account (28), doesn't have the
/// database (3D), or can't speak as the URL wants.
fn is_refusal(error: &DbErr) -> bool {
    let DbErr::Conn(RuntimeErr::SqlxError(error)) = error else { return false };
    match error.as_ref() {
        SqlxError::Configuration(_) | SqlxError::InvalidArgument(_) | SqlxError::Tls(_) => true,
        SqlxError::Database(error) => error
            .code()
            .is_some_and(|code| ["28", "3D"].iter().any(|class| code.starts_with(class))),
        _ => false,
    }
}
