//! Removes deleted records for good.

mod batch;
mod due;
mod plan;
mod purge;
mod references;
mod schedule;

pub use plan::Age;
pub use purge::{Purged, purge, purgeable};
pub use schedule::retain;
