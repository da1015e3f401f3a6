//! Metrics in the OpenMetrics text format.

mod gauge_guard;
mod labels;
mod process;
mod registry;

pub use engine::guard::RejectionReason;
pub use gauge_guard::GaugeGuard;
pub use registry::{BACKGROUND_RESTARTS, Metrics, PANICS, UNREADABLE_ROWS};
