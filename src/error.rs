//! Why nothing happened, in the product's own words.
//!
//! No status code and no GraphQL code stands here: each face translates a failure in one place of
//! its own. There is deliberately no `Display`, because async-graphql turns whatever can be
//! displayed into an error without a code.

use sea_orm::{DbErr, RuntimeErr, SqlxError, sqlx::error::DatabaseError};

/// Why an operation was refused or could not be carried out. Nothing was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// There is no valid credential (D1).
    Unauthenticated,
    /// The caller lacks a permission.
    Forbidden {
        /// The permissions any one of which would have been enough (D21).
        required: Vec<&'static str>,
    },
    /// There is no such record; the message says of which kind.
    NotFound(String),
    /// A record to be restored is live; the message says of which kind.
    NotDeleted(String),
    /// A record to be deleted is deleted; the message says of which kind.
    AlreadyDeleted(String),
    /// What was sent breaks rules.
    Invalid(Vec<FieldError>),
    /// It would have been done, and was not because others of the same call were refused.
    Aborted,
    /// The record is of another version than the change is meant for.
    VersionMismatch,
    /// Others changed the record again and again meanwhile.
    Conflict,
    /// The request can't be understood; the message says why.
    BadRequest(String),
    /// The database can't be reached.
    Unavailable,
    /// A mistake of ours, told in the log and not to the caller.
    Internal,
}

/// One thing that is wrong with one field of what was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field, as interface.md spells it.
    pub field: String,
    /// What is wrong with it, a sentence.
    pub message: String,
}

impl FieldError {
    /// A complaint about a field.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

impl Error {
    /// A request that can't be understood, and why.
    pub fn bad_request(why: impl Into<String>) -> Self {
        Self::BadRequest(why.into())
    }

    /// Whether the same request may come to something else the next time, though nothing that it is
    /// about has been changed.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Unauthenticated | Self::Conflict | Self::Unavailable | Self::Internal)
    }

    /// The text that both faces show.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Unauthenticated => "Unauthenticated",
            Self::Forbidden { .. } => "Forbidden",
            Self::NotFound(message)
            | Self::NotDeleted(message)
            | Self::AlreadyDeleted(message)
            | Self::BadRequest(message) => message,
            Self::Invalid(_) => "Validation failed",
            Self::Aborted => "Nothing was changed, because others were refused",
            Self::VersionMismatch => "Precondition Failed",
            Self::Conflict => "Conflict",
            Self::Unavailable => "Service Unavailable",
            Self::Internal => "Internal Server Error",
        }
    }
}

impl From<DbErr> for Error {
    /// Tells a database that can't be reached, or can't take a write now, from a mistake of ours.
    fn from(error: DbErr) -> Self {
        if matches!(error, DbErr::Conn(RuntimeErr::Internal(_))) {
            // Nobody tried: that the database is away has been told once for all requests.
            Self::Unavailable
        } else if is_outage(&error) {
            tracing::warn!(%error, "the database is unavailable");
            Self::Unavailable
        } else if is_given_up(&error) {
            Self::Conflict
        } else {
            tracing::error!(%error, "the database refused a statement");
            Self::Internal
        }
    }
}

/// Whether the database can't be reached, or can't take a write now.
pub fn is_outage(error: &DbErr) -> bool {
    if matches!(error, DbErr::ConnectionAcquire(_) | DbErr::Conn(_)) {
        return true;
    }
    match driver_error(error) {
        Some(
            SqlxError::Io(_)
            | SqlxError::Tls(_)
            | SqlxError::PoolTimedOut
            | SqlxError::PoolClosed
            | SqlxError::WorkerCrashed,
        ) => true,
        Some(SqlxError::Database(error)) => is_outage_code(error.as_ref()),
        _ => false,
    }
}

/// Whether PostgreSQL gave up one of several statements that wait for each other, as two do that
/// ask for each other's unique value: each holds its row and waits to see whether the other goes.
pub fn is_given_up(error: &DbErr) -> bool {
    let code = driver_error(error).and_then(SqlxError::as_database_error).and_then(|it| it.code());
    code.is_some_and(|code| code == "40P01" || code == "40001")
}

fn driver_error(error: &DbErr) -> Option<&SqlxError> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(error)) | DbErr::Query(RuntimeErr::SqlxError(error)) => {
            Some(error.as_ref())
        }
        _ => None,
    }
}

/// Codes that pass by themselves or by an operator's hand: PostgreSQL's connection (08), resource
/// (53) and intervention (57) classes and its read-only standby; SQLite's BUSY, LOCKED, READONLY,
/// IOERR, FULL and CANTOPEN, the low byte of its extended codes.
fn is_outage_code(error: &dyn DatabaseError) -> bool {
    let Some(code) = error.code() else {
        return false;
    };
    if let Some(error) = error.try_downcast_ref::<sea_orm::sqlx::postgres::PgDatabaseError>() {
        return ["08", "53", "57", "25006"].iter().any(|class| error.code().starts_with(class));
    }
    code.parse::<i32>().is_ok_and(|code| matches!(code & 0xff, 5 | 6 | 8 | 10 | 13 | 14))
}
