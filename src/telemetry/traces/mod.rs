//! Spans, sent to an OpenTelemetry collector.

mod collector;
mod exporter;
mod traces;

pub use collector::{BadCollector, Collector};
pub use traces::{Trace, Traces};
