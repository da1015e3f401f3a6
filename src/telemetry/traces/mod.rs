//! Traces: a span for each request, sent to an OpenTelemetry collector.

mod collector;
mod exporter;
mod layer;
mod trace;

pub use collector::{BadCollector, Collector};
pub use layer::layer;
pub use trace::{TARGET, Trace};
