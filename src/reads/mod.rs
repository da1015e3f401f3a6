//! Runs the operations that read and show views, for both APIs.

pub mod accounts;
mod asked;
pub mod events;
pub mod trash;

pub use asked::{Asked, Finds, Found, ReadViews};
