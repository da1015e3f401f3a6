//! Metrics in the OpenMetrics text format.

mod labels;
mod meter;
mod process;
mod registry;

pub use labels::Api;
pub use meter::{Meter, Pool, Raised};
pub use registry::{Metrics, PANICS};
