//! Errors of operations.
//!
//! HTTP status codes are not defined here: each API translates an error in one place.
//! [`Error`] deliberately doesn't implement `Display`, because async-graphql converts every
//! `Display` type into an error without a code.

use super::{
    budget::{BudgetExceeded, Exceeded},
    code::Code,
    problem::Problem,
};

/// Why an operation failed. Nothing was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// The request has no valid credential (D1).
    Unauthenticated,
    /// The caller lacks a permission.
    Forbidden {
        /// The permissions, any one of which is enough (D21).
        required: Vec<&'static str>,
    },
    /// The record doesn't exist; the message names its kind.
    NotFound(String),
    /// The record to restore is live; the message names its kind.
    NotDeleted(String),
    /// The record to delete is already deleted; the message names its kind.
    AlreadyDeleted(String),
    /// Fields of the request are invalid.
    Invalid(Vec<FieldError>),
    /// The change was rolled back because others of the same request failed.
    Aborted,
    /// The record's version is not the expected one.
    VersionMismatch,
    /// Concurrent requests changed the record on every attempt.
    Conflict,
    /// The request conflicts with what is stored or running. The message says with what.
    ConflictsWith(&'static str),
    /// What is stored stands in the way, such as a hold. The message says what.
    Refused(String),
    /// No live, active account would hold every permission any more.
    NoAdministrator,
    /// The request is malformed; the message says why.
    BadRequest(String),
    /// The request exceeds a budget (D23).
    TooExpensive(BudgetExceeded),
    /// The database can't be reached.
    Unavailable,
    /// A bug of the service. The log has the details, the response doesn't.
    Internal,
}

/// The message of [`Error::NoAdministrator`].
pub const NO_ADMINISTRATOR: &str =
    "This would leave no active account with every permission: grant `*` to another one first";

/// The database layer's error for a call with an ended credential.
pub const CREDENTIAL_ENDED: &str = "the credential has ended";

/// The message when a caller's permissions changed during its request.
pub const CALLER_CHANGED: &str =
    "The caller's permissions changed during the request: nothing was written";

/// What is wrong with one field of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field, as docs/reference/rest-api.md spells it.
    pub field: String,
    /// What is wrong with it.
    pub problem: Problem,
}

impl FieldError {
    /// Creates an error for a field.
    pub fn new(field: impl Into<String>, problem: Problem) -> Self {
        Self { field: field.into(), problem }
    }
}

impl From<BudgetExceeded> for Error {
    fn from(exceeded: BudgetExceeded) -> Self {
        Self::TooExpensive(exceeded)
    }
}

impl Error {
    /// Checks that no field of a request is invalid.
    ///
    /// # Errors
    /// `Invalid` with these errors, if there are any.
    pub fn of_fields(field_errors: Vec<FieldError>) -> Result<(), Self> {
        if field_errors.is_empty() { Ok(()) } else { Err(Self::Invalid(field_errors)) }
    }

    /// Creates an `Invalid` with one error.
    pub fn invalid(field: impl Into<String>, problem: Problem) -> Self {
        Self::Invalid(vec![FieldError::new(field, problem)])
    }

    /// Creates a `NotFound` for a kind with that title.
    pub fn not_found(title: &str) -> Self {
        Self::NotFound(format!("{title} not found"))
    }

    /// Creates a `BadRequest` with that message.
    pub fn bad_request(why: impl Into<String>) -> Self {
        Self::BadRequest(why.into())
    }

    /// The error of a deletion or restoration whose filter has a part that says nothing (D35).
    pub fn unset(place: &str) -> Self {
        Self::bad_request(format!("{place} must be set in the filter of a deletion or restoration"))
    }

    /// Whether a retry of the same request can succeed.
    pub const fn is_transient(&self) -> bool {
        match self {
            Self::TooExpensive(exceeded) => {
                matches!(exceeded.budget, Exceeded::DatabaseTime | Exceeded::HeldBytes)
            }
            Self::Conflict | Self::ConflictsWith(_) | Self::Unavailable | Self::Internal => true,
            _ => false,
        }
    }

    /// The code of the error.
    pub const fn code(&self) -> Code {
        match self {
            Self::Unauthenticated => Code::Unauthenticated,
            Self::Forbidden { .. } => Code::Forbidden,
            Self::NotFound(_) => Code::NotFound,
            Self::NotDeleted(_) => Code::NotDeleted,
            Self::AlreadyDeleted(_) => Code::AlreadyDeleted,
            Self::Invalid(_) => Code::ValidationFailed,
            Self::Aborted => Code::Aborted,
            Self::VersionMismatch
            | Self::Conflict
            | Self::ConflictsWith(_)
            | Self::Refused(_)
            | Self::NoAdministrator => Code::Conflict,
            Self::BadRequest(_) => Code::BadRequest,
            Self::TooExpensive(_) => Code::QueryTooExpensive,
            Self::Unavailable => Code::Unavailable,
            Self::Internal => Code::Internal,
        }
    }

    /// The message that both APIs show.
    pub fn message(&self) -> &str {
        match self {
            Self::Unauthenticated => "Unauthenticated",
            Self::Forbidden { .. } => "Forbidden",
            Self::NotFound(message)
            | Self::NotDeleted(message)
            | Self::AlreadyDeleted(message)
            | Self::Refused(message)
            | Self::BadRequest(message) => message,
            Self::Invalid(_) => "Validation failed",
            Self::TooExpensive(exceeded) => &exceeded.message,
            Self::Aborted => "Nothing was changed, because others were refused",
            Self::VersionMismatch => "Precondition Failed",
            Self::Conflict => "Conflict",
            Self::ConflictsWith(message) => message,
            Self::NoAdministrator => NO_ADMINISTRATOR,
            Self::Unavailable => "Service Unavailable",
            Self::Internal => "Internal Server Error",
        }
    }
}
