//! Logs, metrics and traces.

mod logging;
pub mod metrics;
pub mod request_log;
mod supervise;
pub mod traces;

pub use logging::{LogFormat, Telemetry};
pub use supervise::supervise;
