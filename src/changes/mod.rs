//! Runs the operations that change something else than one record of a kind, for both APIs.
//!
//! Their errors are those of the operations that they run.

pub mod accounts;
pub mod adopted;
mod asked;
pub mod inbox;
pub mod many;
pub mod one;

pub use asked::{Asked, Change, Reply, Shows};
