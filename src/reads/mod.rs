//! Runs the operations that read and show views, for both APIs.

pub mod accounts;
pub mod adopted;
mod asked;
mod changes;
pub mod events;
pub mod trash;

pub use asked::{Asked, Finds, Found, ReadViews};
pub use changes::{AskedChanges, Changes};
