//! Codes of errors.

/// The code of an error (D21). It is `extensions.code` in GraphQL, and the outcome in logs and
/// metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The request has no valid credential.
    Unauthenticated,
    /// The caller lacks a permission.
    Forbidden,
    /// The record or path doesn't exist.
    NotFound,
    /// The record to restore is live.
    NotDeleted,
    /// The record to delete is already deleted.
    AlreadyDeleted,
    /// Fields of the request are invalid.
    ValidationFailed,
    /// The change was rolled back because others of the same request failed.
    Aborted,
    /// The request conflicts with a concurrent one, or expects another version.
    Conflict,
    /// The client sent too many requests.
    RateLimited,
    /// The request is malformed.
    BadRequest,
    /// The request exceeds a budget.
    QueryTooExpensive,
    /// The database can't be reached.
    Unavailable,
    /// A bug of the service.
    Internal,
    /// The server doesn't know the document with that hash.
    PersistedQueryNotFound,
    /// The client disconnected before the response; in logs and metrics only.
    Cancelled,
    /// Any other code; in logs and metrics only.
    Other,
}

impl Code {
    /// Every code, in the order of the documentation.
    pub const ALL: [Self; Self::Other as usize + 1] = [
        Self::Unauthenticated,
        Self::Forbidden,
        Self::NotFound,
        Self::NotDeleted,
        Self::AlreadyDeleted,
        Self::ValidationFailed,
        Self::Aborted,
        Self::Conflict,
        Self::RateLimited,
        Self::BadRequest,
        Self::QueryTooExpensive,
        Self::Unavailable,
        Self::Internal,
        Self::PersistedQueryNotFound,
        Self::Cancelled,
        Self::Other,
    ];

    /// The code as responses, logs and metrics spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unauthenticated => "UNAUTHENTICATED",
            Self::Forbidden => "FORBIDDEN",
            Self::NotFound => "NOT_FOUND",
            Self::NotDeleted => "NOT_DELETED",
            Self::AlreadyDeleted => "ALREADY_DELETED",
            Self::ValidationFailed => "VALIDATION_FAILED",
            Self::Aborted => "ABORTED",
            Self::Conflict => "CONFLICT",
            Self::RateLimited => "RATE_LIMITED",
            Self::BadRequest => "BAD_REQUEST",
            Self::QueryTooExpensive => "QUERY_TOO_EXPENSIVE",
            Self::Unavailable => "UNAVAILABLE",
            Self::Internal => "INTERNAL",
            Self::PersistedQueryNotFound => "PERSISTED_QUERY_NOT_FOUND",
            Self::Cancelled => "CANCELLED",
            Self::Other => "OTHER",
        }
    }

    /// The code with that spelling; [`Code::Other`] for an unknown one.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|code| code.as_str() == text).unwrap_or(Self::Other)
    }

    /// What the code means, for schemas. `None`: it is in logs and metrics only.
    #[must_use]
    pub const fn meaning(self) -> Option<&'static str> {
        Some(match self {
            Self::Unauthenticated => "The request has no valid credential; HTTP 401.",
            Self::Forbidden => {
                "The caller lacks a permission: one of `requiredPermissions` is enough. The list is \
                 empty for a deleted caller."
            }
            Self::NotFound => {
                "The record doesn't exist, or the caller may not know whether it does."
            }
            Self::NotDeleted => "The record to restore is not deleted.",
            Self::AlreadyDeleted => "The record to delete is deleted already.",
            Self::ValidationFailed => "Fields of the input are invalid; all are named at once.",
            Self::Aborted => {
                "The change was rolled back or not made, because another part of the request failed."
            }
            Self::Conflict => {
                "The record has another version than `expectedVersion`, concurrent requests changed \
                 it on every attempt, no active account would hold every permission any more, or an \
                 operation that runs in batches is in the way."
            }
            Self::RateLimited => "Too many requests, or too many at once; try again later.",
            Self::BadRequest => {
                "The request, the document or an argument is malformed or exceeds a limit."
            }
            Self::QueryTooExpensive => "The request exceeds a budget.",
            Self::Unavailable => "The database can't be reached; a retry can succeed.",
            Self::Internal => "A defect of the service; the log has the details.",
            Self::PersistedQueryNotFound => {
                "The server doesn't know the document with that hash; send the document."
            }
            Self::Cancelled | Self::Other => return None,
        })
    }
}
