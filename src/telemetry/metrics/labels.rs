//! The labels of metrics.

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use std::{fmt, sync::Arc};

/// Why documents are refused.
pub const REASONS: [&str; 15] = [
    "aliases",
    "bytes",
    "definitions",
    "depth",
    "directives",
    "fields",
    "hash",
    "invalid",
    "nesting",
    "records",
    "syntax",
    "tokens",
    "unknown",
    "untrusted",
    "variables",
];

/// The way a request came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Api {
    /// Through GraphQL.
    Graphql,
    /// Through REST, or whatever answers as it does.
    Rest,
}

impl EncodeLabelValue for Api {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        let name = match self {
            Self::Graphql => "graphql",
            Self::Rest => "rest",
        };
        name.encode(encoder)
    }
}

/// An operation, by what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Done {
    pub api: Api,
    pub operation: Arc<str>,
    pub outcome: &'static str,
}

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Asked {
    pub api: Api,
    pub operation: Arc<str>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Status {
    pub api: Api,
    pub status: u16,
}

/// Why a document was refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Reason {
    pub reason: &'static str,
}

/// Which limit a request was past.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct By {
    pub api: Api,
    pub by: &'static str,
}

/// A cache.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Cached {
    pub cache: &'static str,
}

/// Connections of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Used {
    pub pool: &'static str,
    pub state: &'static str,
}

/// A pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Pooled {
    pub pool: &'static str,
}
