//! Removes deleted records for good.

mod batch;
mod erase;
mod plan;
mod run;

pub use erase::{ERASURE, Erasure, erasable, erase};
pub use plan::Age;
pub use run::{Purged, purge, purgeable, retain};
