//! Logs, metrics and traces.

mod logging;
pub mod metrics;
pub mod request_log;
pub mod traces;

pub use logging::Logging;
