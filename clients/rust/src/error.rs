//! Errors of requests and subscriptions.

use std::{collections::BTreeMap, fmt};

use cynic::{GraphQlError, GraphQlErrorPathSegment};
use serde::Deserialize;

use crate::ErrorCode;

/// Why a request or a subscription failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The server could not be reached, or the connection broke.
    Connection(Box<dyn std::error::Error + Send + Sync>),
    /// The server does not accept the token.
    Unauthenticated,
    /// The errors of the service.
    Service(Vec<ServiceError>),
    /// The answer was none of the service's.
    Protocol(String),
}

impl Error {
    /// Whether one of the errors of the service has the code.
    #[must_use]
    pub fn has_code(&self, code: &ErrorCode) -> bool {
        match self {
            Self::Unauthenticated => *code == ErrorCode::Unauthenticated,
            Self::Service(errors) => errors.iter().any(|error| error.code() == Some(code)),
            Self::Connection(_) | Self::Protocol(_) => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(error) => write!(f, "connection failed: {error}"),
            Self::Unauthenticated => f.write_str("the server does not accept the token"),
            Self::Service(errors) => {
                let messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
                f.write_str(&messages.join("; "))
            }
            Self::Protocol(text) => write!(f, "unexpected answer: {text}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<reqwest::Error> for Error {
    fn from(error: reqwest::Error) -> Self {
        Self::Connection(Box::new(error))
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Protocol(error.to_string())
    }
}

/// An error of the service.
#[derive(Clone, Debug)]
pub struct ServiceError {
    /// What went wrong, for people.
    pub message: String,
    /// The field that failed.
    pub path: Vec<GraphQlErrorPathSegment>,
    /// The code, and what else it comes with.
    pub details: Details,
}

impl ServiceError {
    /// Returns the code of the error.
    #[must_use]
    pub fn code(&self) -> Option<&ErrorCode> {
        self.details.code.as_ref()
    }
}

/// What an error has beside its message.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Details {
    /// The code.
    pub code: Option<ErrorCode>,
    /// The permissions, any one of which is enough, of `FORBIDDEN`.
    #[serde(default)]
    pub required_permissions: Vec<String>,
    /// What is wrong, by field of the input, of `VALIDATION_FAILED`.
    #[serde(default)]
    pub errors: BTreeMap<String, Vec<String>>,
    /// The seconds after which a retry can succeed, of `RATE_LIMITED`.
    pub retry_after: Option<u64>,
}

impl From<GraphQlError<Details>> for ServiceError {
    fn from(error: GraphQlError<Details>) -> Self {
        let GraphQlError { message, path, extensions, .. } = error;
        Self { message, path: path.unwrap_or_default(), details: extensions.unwrap_or_default() }
    }
}
