//! Logs, metrics and traces.

mod logging;
pub mod metrics;
pub mod request_log;
mod start;
mod supervise;
pub mod traces;

pub use logging::LogFormat;
pub use start::Telemetry;
pub use supervise::supervise;
