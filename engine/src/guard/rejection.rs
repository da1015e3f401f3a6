//! Why documents are not executed.

use async_graphql::ServerError;

use super::limits::{Cost, Limit, LimitExceeded};
use crate::plan::Host;

/// Why a document is not executed.
#[derive(Debug)]
pub struct Rejection {
    /// The limit that it exceeds, or another label for metrics.
    pub reason: RejectionReason,
    /// What is wrong.
    pub errors: Vec<ServerError>,
    /// The cost of the document, where it is known.
    pub cost: Option<Cost>,
}

impl Rejection {
    /// The document exceeds a limit.
    pub(super) fn over<H: Host>(error: LimitExceeded) -> Self {
        let errors = vec![H::refused(&error.to_string(), None)];
        Self { reason: RejectionReason::Limit(error.limit), errors, cost: error.cost }
    }
}

/// The kind of reason for which a document is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectionReason {
    /// It exceeds a limit.
    Limit(Limit),
    /// It doesn't have the hash that the request names.
    Hash,
    /// It doesn't fit the schema.
    Invalid,
    /// It is no GraphQL.
    Syntax,
    /// The request names it by an id that nothing has.
    Unknown,
    /// Only trusted documents are accepted.
    Untrusted,
    /// The variables don't fit it.
    Variables,
}

impl RejectionReason {
    /// All reasons.
    pub fn all() -> impl Iterator<Item = Self> {
        let others = [
            Self::Hash,
            Self::Invalid,
            Self::Syntax,
            Self::Unknown,
            Self::Untrusted,
            Self::Variables,
        ];
        Limit::ALL.into_iter().map(Self::Limit).chain(others)
    }

    /// The value of its label.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Limit(limit) => limit.name(),
            Self::Hash => "hash",
            Self::Invalid => "invalid",
            Self::Syntax => "syntax",
            Self::Unknown => "unknown",
            Self::Untrusted => "untrusted",
            Self::Variables => "variables",
        }
    }
}
