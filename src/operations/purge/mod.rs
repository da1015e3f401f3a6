//! Removes deleted records for good.

mod batch;
mod purge;
mod references;
mod schedule;

pub use purge::{Age, Purged, purge, purgeable};
pub use schedule::retain;
