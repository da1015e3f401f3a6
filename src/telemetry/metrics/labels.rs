//! The labels of metrics. The field names are the label names.

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use std::{fmt, sync::Arc};

use crate::{auth::Api, error::Limit};

/// Why a GraphQL document is rejected.
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

impl EncodeLabelValue for Api {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        self.name().encode(encoder)
    }
}

/// Labels with names and values of this program.
pub type Labels<const N: usize> = [(&'static str, &'static str); N];

/// An operation and its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct OperationLabels {
    pub api: Api,
    pub operation: Arc<str>,
    pub outcome: &'static str,
}

/// An operation whose duration is measured.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct DurationLabels {
    pub api: Api,
    pub operation: Arc<str>,
}

/// An HTTP response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct ResponseLabels {
    pub api: Api,
    pub status: u16,
}
