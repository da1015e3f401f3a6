//! Logs, metrics and traces.

mod logging;
pub mod metrics;
pub mod request_log;
mod start;
pub mod traces;

pub use logging::LogFormat;
pub use start::Telemetry;
