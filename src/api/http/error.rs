//! HTTP errors: their status, code, message and headers.

use axum::http::{
    HeaderMap, HeaderValue, StatusCode,
    header::{ACCEPT_ENCODING, RETRY_AFTER, WWW_AUTHENTICATE},
};
use std::{borrow::Cow, fmt};

use crate::error::{Code, Error, Exceeded};

/// Why a request failed.
#[derive(Clone, Debug)]
pub enum HttpError {
    /// An operation failed, or a step before it.
    Failed(Error),
    /// The credential is not valid.
    InvalidCredential,
    /// The page that opens a WebSocket has a disallowed origin.
    OriginNotAllowed,
    /// The body has an unsupported media type.
    UnsupportedMediaType,
    /// The body is compressed.
    Compressed,
    /// The body is too large.
    TooLarge,
    /// The body took too long to arrive.
    TooSlow,
    /// The client sent too many requests.
    RateLimited {
        /// Seconds until the next request is allowed.
        wait: u64,
    },
    /// The path doesn't exist.
    NoSuchPath,
    /// The path doesn't have that method.
    MethodNotAllowed,
    /// The client accepts none of the media types.
    NotAcceptable,
    /// A request with the same idempotency key is in progress.
    InProgress,
}

impl fmt::Display for HttpError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message())
    }
}

impl std::error::Error for HttpError {}

impl From<Error> for HttpError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl HttpError {
    /// The error of a request with a credential.
    pub fn with_credential(error: Error) -> Self {
        match error {
            Error::Unauthenticated => Self::InvalidCredential,
            error => Self::Failed(error),
        }
    }

    /// The error of the operation, if one failed.
    pub const fn error(&self) -> Option<&Error> {
        match self {
            Self::Failed(error) => Some(error),
            _ => None,
        }
    }

    /// The message.
    pub fn message(&self) -> Cow<'_, str> {
        match self {
            Self::Failed(error) => error.message(),
            Self::InvalidCredential => Error::Unauthenticated.message(),
            Self::OriginNotAllowed => "Pages of this origin can't open WebSockets here".into(),
            Self::Compressed => "Unsupported Content-Encoding".into(),
            Self::InProgress => "A request with this Idempotency-Key is in progress".into(),
            _ => self.status().canonical_reason().unwrap_or_default().into(),
        }
    }

    /// The HTTP status.
    pub const fn status(&self) -> StatusCode {
        self.status_and_code().0
    }

    /// The code; an error of HTTP itself has the closest one.
    pub const fn code(&self) -> Code {
        self.status_and_code().1
    }

    const fn status_and_code(&self) -> (StatusCode, Code) {
        match self {
            Self::Failed(error) => {
                let status = match error {
                    Error::Unauthenticated => StatusCode::UNAUTHORIZED,
                    Error::Forbidden { .. } => StatusCode::FORBIDDEN,
                    Error::NotFound(_) => StatusCode::NOT_FOUND,
                    Error::NotDeleted(_) | Error::BadRequest(_) | Error::Impossible(_) => {
                        StatusCode::BAD_REQUEST
                    }
                    Error::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
                    Error::AlreadyDeleted(_)
                    | Error::Aborted
                    | Error::Conflict
                    | Error::ConflictsWith(_)
                    | Error::Refused(_) => StatusCode::CONFLICT,
                    Error::VersionMismatch => StatusCode::PRECONDITION_FAILED,
                    // A retry can be faster, but never reads or returns less.
                    Error::TooExpensive(exceeded) => match exceeded.budget {
                        Exceeded::DatabaseTime | Exceeded::HeldBytes => {
                            StatusCode::SERVICE_UNAVAILABLE
                        }
                        Exceeded::Rows | Exceeded::ResponseBytes => StatusCode::BAD_REQUEST,
                    },
                    Error::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
                    Error::Internal => StatusCode::INTERNAL_SERVER_ERROR,
                };
                (status, error.code())
            }
            Self::InvalidCredential => (StatusCode::UNAUTHORIZED, Code::Unauthenticated),
            Self::OriginNotAllowed => (StatusCode::FORBIDDEN, Code::Forbidden),
            Self::UnsupportedMediaType | Self::Compressed => {
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::BadRequest)
            }
            Self::RateLimited { .. } => (StatusCode::TOO_MANY_REQUESTS, Code::RateLimited),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, Code::BadRequest),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, Code::BadRequest),
            Self::NoSuchPath => (StatusCode::NOT_FOUND, Code::NotFound),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, Code::BadRequest),
            Self::NotAcceptable => (StatusCode::NOT_ACCEPTABLE, Code::BadRequest),
            Self::InProgress => (StatusCode::CONFLICT, Code::Conflict),
        }
    }

    /// Adds the headers that the error requires.
    pub fn set_headers(&self, headers: &mut HeaderMap) {
        let text = HeaderValue::from_static;
        let (name, value) = match self {
            Self::Failed(Error::Unauthenticated) => (WWW_AUTHENTICATE, text("Bearer")),
            Self::InvalidCredential => (WWW_AUTHENTICATE, text(r#"Bearer error="invalid_token""#)),
            Self::InProgress | Self::Failed(Error::Unavailable) => (RETRY_AFTER, text("1")),
            Self::Failed(Error::TooExpensive(exceeded))
                if exceeded.budget == Exceeded::HeldBytes =>
            {
                (RETRY_AFTER, text("1"))
            }
            Self::RateLimited { wait } => (RETRY_AFTER, HeaderValue::from(*wait)),
            Self::Compressed => (ACCEPT_ENCODING, text("identity")),
            _ => return,
        };
        headers.insert(name, value);
    }
}
