//! Removes deleted records for good.

mod batch;
mod due;
mod plan;
mod references;
mod run;
mod schedule;

pub use plan::Age;
pub use run::{Purged, purge, purgeable};
pub use schedule::retain;
