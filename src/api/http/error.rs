//! Why a request is not answered with what it asked for, and what HTTP says of it.

use axum::http::{
    HeaderMap, HeaderValue, StatusCode,
    header::{ACCEPT_ENCODING, RETRY_AFTER, WWW_AUTHENTICATE},
};

use crate::error::Error;

/// Why a request is not answered with what it asked for.
#[derive(Clone, Debug)]
pub enum HttpError {
    /// An operation, or what leads to one, failed.
    Failed(Error),
    /// The body is of a type that is not understood.
    UnsupportedMediaType,
    /// The body is compressed.
    Compressed,
    /// The body is too large.
    TooLarge,
    /// The body took too long to arrive.
    TooSlow,
    /// Somebody asked too often.
    RateLimited {
        /// Seconds until it may ask again.
        wait: u64,
    },
    /// There is nothing at the path.
    NoSuchPath,
    /// The path has no such method.
    MethodNotAllowed,
    /// The client takes no media type that there is.
    NotAcceptable,
    /// The same request is being carried out.
    InProgress,
}

impl From<Error> for HttpError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl HttpError {
    /// The failure behind it, if there is one.
    #[must_use]
    pub const fn error(&self) -> Option<&Error> {
        match self {
            Self::Failed(error) => Some(error),
            _ => None,
        }
    }

    /// The text.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Failed(error) => error.message(),
            Self::UnsupportedMediaType => "Unsupported Media Type",
            Self::Compressed => "Unsupported Content-Encoding",
            Self::RateLimited { .. } => "Too Many Requests",
            Self::TooLarge => "Payload Too Large",
            Self::TooSlow => "Request Timeout",
            Self::NoSuchPath => "Not Found",
            Self::MethodNotAllowed => "Method Not Allowed",
            Self::NotAcceptable => "Not Acceptable",
            Self::InProgress => "A request with this Idempotency-Key is under way",
        }
    }

    /// The status: the one place where a failure gets one.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::Failed(error) => match error {
                Error::Unauthenticated => StatusCode::UNAUTHORIZED,
                Error::Forbidden { .. } => StatusCode::FORBIDDEN,
                Error::NotFound(_) => StatusCode::NOT_FOUND,
                Error::NotDeleted(_) | Error::BadRequest(_) => StatusCode::BAD_REQUEST,
                Error::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
                Error::AlreadyDeleted(_) | Error::Aborted | Error::Conflict => StatusCode::CONFLICT,
                Error::VersionMismatch => StatusCode::PRECONDITION_FAILED,
                Error::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
                Error::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            },
            Self::UnsupportedMediaType | Self::Compressed => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::RateLimited { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NoSuchPath => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Self::InProgress => StatusCode::CONFLICT,
        }
    }

    /// The code: that of the failure, and for what HTTP alone knows the one that is closest.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Failed(error) => code(error),
            Self::RateLimited { .. } => "RATE_LIMITED",
            Self::NoSuchPath => "NOT_FOUND",
            Self::InProgress => "CONFLICT",
            _ => "BAD_REQUEST",
        }
    }

    /// Adds the headers that go with it.
    pub fn set_headers(&self, headers: &mut HeaderMap) {
        match self {
            Self::Failed(Error::Unauthenticated) => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Self::InProgress | Self::Failed(Error::Unavailable) => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Self::RateLimited { wait } => {
                headers.insert(RETRY_AFTER, HeaderValue::from(*wait));
            }
            Self::Compressed => {
                headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
            }
            _ => {}
        }
    }
}

/// The code of anything else.
pub const OTHER: &str = "OTHER";

/// Every code that an answer, the log or a metric may have (D21, and what goes beyond it).
pub const CODES: [&str; 15] = [
    "UNAUTHENTICATED",
    "FORBIDDEN",
    "NOT_FOUND",
    "NOT_DELETED",
    "ALREADY_DELETED",
    "VALIDATION_FAILED",
    "ABORTED",
    "CONFLICT",
    "RATE_LIMITED",
    "BAD_REQUEST",
    "UNAVAILABLE",
    "INTERNAL",
    "PERSISTED_QUERY_NOT_FOUND",
    "CANCELLED",
    OTHER,
];

/// The code of a failure: `extensions.code` of GraphQL, and the outcome that the log tells.
#[must_use]
pub const fn code(error: &Error) -> &'static str {
    match error {
        Error::Unauthenticated => "UNAUTHENTICATED",
        Error::Forbidden { .. } => "FORBIDDEN",
        Error::NotFound(_) => "NOT_FOUND",
        Error::NotDeleted(_) => "NOT_DELETED",
        Error::AlreadyDeleted(_) => "ALREADY_DELETED",
        Error::Invalid(_) => "VALIDATION_FAILED",
        Error::Aborted => "ABORTED",
        Error::VersionMismatch | Error::Conflict => "CONFLICT",
        Error::BadRequest(_) => "BAD_REQUEST",
        Error::Unavailable => "UNAVAILABLE",
        Error::Internal => "INTERNAL",
    }
}
