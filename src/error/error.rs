//! Errors of operations.
//!
//! HTTP status codes are not defined here: each API translates an error in one place.
//! [`Error`] deliberately doesn't implement `Display`, because async-graphql converts every
//! `Display` type into an error without a code.

use super::{
    budget::{BudgetExceeded, Exceeded},
    code::Code,
    problem::Problem,
    refusal::Refusal,
};
use std::borrow::Cow;

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
    /// The record doesn't exist.
    NotFound(Refusal),
    /// The record to restore is live.
    NotDeleted(Refusal),
    /// The record to delete is already deleted.
    AlreadyDeleted(Refusal),
    /// Fields of the request are invalid.
    Invalid(Vec<FieldError>),
    /// The change was rolled back because others of the same request failed.
    Aborted,
    /// The record's version is not the expected one.
    VersionMismatch,
    /// Concurrent requests changed the record on every attempt.
    Conflict,
    /// The request conflicts with what is stored or running.
    ConflictsWith(Refusal),
    /// Something is in the way that stays, such as a hold.
    Refused(Refusal),
    /// It can never be done.
    Impossible(Refusal),
    /// The request is malformed; the message says why.
    BadRequest(String),
    /// The request exceeds a budget (D23).
    TooExpensive(BudgetExceeded),
    /// The database can't be reached.
    Unavailable,
    /// A bug of the service. The log has the details, the response doesn't.
    Internal,
}

/// The database layer's error for a call with an ended credential.
pub const CREDENTIAL_ENDED: &str = "the credential has ended";

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
    pub const fn not_found(title: &'static str) -> Self {
        Self::NotFound(Refusal::NotFound { kind: title })
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
            Self::VersionMismatch | Self::Conflict | Self::ConflictsWith(_) | Self::Refused(_) => {
                Code::Conflict
            }
            Self::BadRequest(_) | Self::Impossible(_) => Code::BadRequest,
            Self::TooExpensive(_) => Code::QueryTooExpensive,
            Self::Unavailable => Code::Unavailable,
            Self::Internal => Code::Internal,
        }
    }

    /// Why it was refused, by code, if it isn't about a field or a mistake of a program.
    pub const fn refusal(&self) -> Option<&Refusal> {
        Some(match self {
            Self::NotFound(reason)
            | Self::NotDeleted(reason)
            | Self::AlreadyDeleted(reason)
            | Self::ConflictsWith(reason)
            | Self::Refused(reason)
            | Self::Impossible(reason) => reason,
            Self::Aborted => &Refusal::Aborted,
            Self::VersionMismatch => &Refusal::VersionMismatch,
            Self::Conflict => &Refusal::Conflict,
            Self::Unavailable => &Refusal::Unavailable,
            Self::Internal => &Refusal::Internal,
            Self::Unauthenticated
            | Self::Forbidden { .. }
            | Self::Invalid(_)
            | Self::BadRequest(_)
            | Self::TooExpensive(_) => return None,
        })
    }

    /// The message that both APIs show.
    pub fn message(&self) -> Cow<'_, str> {
        match self {
            Self::Unauthenticated => "Unauthenticated".into(),
            Self::Forbidden { .. } => "Forbidden".into(),
            Self::Invalid(_) => "Validation failed".into(),
            Self::BadRequest(message) => message.into(),
            Self::TooExpensive(exceeded) => (&exceeded.message).into(),
            _ => self.refusal().map(ToString::to_string).unwrap_or_default().into(),
        }
    }
}
