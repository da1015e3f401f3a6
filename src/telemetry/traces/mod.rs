//! Traces: a span for each request, sent to an OpenTelemetry collector.

mod collector;
mod exporter;
mod trace;

pub use collector::Collector;
pub use trace::{TARGET, Trace, layer};
