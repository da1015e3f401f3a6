//! Codes of errors.

named! {
    /// The code of an error (D21). It is `extensions.code` in GraphQL, and the outcome in logs and
    /// metrics.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Code by as_str {
        /// The request has no valid credential.
        Unauthenticated = "UNAUTHENTICATED",
        /// The caller lacks a permission.
        Forbidden = "FORBIDDEN",
        /// The record or path doesn't exist.
        NotFound = "NOT_FOUND",
        /// The record to restore is live.
        NotDeleted = "NOT_DELETED",
        /// The record to delete is already deleted.
        AlreadyDeleted = "ALREADY_DELETED",
        /// Fields of the request are invalid.
        ValidationFailed = "VALIDATION_FAILED",
        /// The change was rolled back because others of the same request failed.
        Aborted = "ABORTED",
        /// The request conflicts with a concurrent one, or expects another version.
        Conflict = "CONFLICT",
        /// The client sent too many requests.
        RateLimited = "RATE_LIMITED",
        /// The request is malformed.
        BadRequest = "BAD_REQUEST",
        /// The request exceeds a budget.
        QueryTooExpensive = "QUERY_TOO_EXPENSIVE",
        /// The database can't be reached.
        Unavailable = "UNAVAILABLE",
        /// A bug of the service.
        Internal = "INTERNAL",
        /// The server doesn't know the document with that hash.
        PersistedQueryNotFound = "PERSISTED_QUERY_NOT_FOUND",
        /// The client disconnected before the response; in logs and metrics only.
        Cancelled = "CANCELLED",
        /// Any other code; in logs and metrics only.
        Other = "OTHER",
    }
}

impl Code {
    /// The code with that spelling; [`Code::Other`] for an unknown one.
    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|code| code.as_str() == text).unwrap_or(Self::Other)
    }

    /// What the code means, for schemas. `None`: it is in logs and metrics only.
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
                 it on every attempt, no active account would hold every permission any more, an \
                 operation that runs in batches is in the way, or what was to be purged is kept."
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
