//! Removes deleted records for good.

mod batch;
mod due;
mod erase;
mod plan;
mod references;
mod run;
mod schedule;

pub use erase::{ERASURE, Erasure, erasable, erase};
pub use plan::Age;
pub use run::{Purged, purge, purgeable};
pub use schedule::retain;
