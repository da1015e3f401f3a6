//! Metrics in the OpenMetrics text format.

mod labels;
mod meter;
mod process;
mod registry;

pub use engine::guard::RejectionReason;
pub use meter::{GaugeGuard, Meter};
pub use registry::{BACKGROUND_RESTARTS, Metrics, PANICS, UNREADABLE_ROWS};
