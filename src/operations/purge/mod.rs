//! Removes deleted records for good.

mod batch;
mod erase;
mod plan;
mod run;
mod selected;

pub use erase::{ERASURE, Erasure, erasable, erase};
pub use plan::{Age, Keeper};
pub(in crate::operations) use plan::{PurgedRows, keepers, place};
pub use run::{Purged, purge, purgeable, retain};
pub(in crate::operations) use selected::remove_selected;
