//! The labels of metrics. The field names are the label names.

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use std::{fmt, sync::Arc};

use crate::auth::Api;

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
