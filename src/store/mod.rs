//! The database, its caches, and consistency between processes.

mod bounded;
mod cache;
mod caches;
pub mod database;
pub mod feed;
pub mod pubsub;
mod readable;
mod write_signal;

pub use bounded::BoundedCache;
pub use cache::ReadCache;
pub use caches::{AffectedAccounts, Caches, Grant, KnownGrants, Stale};
pub(crate) use readable::{SKIPPED, read_row, readable};
pub use write_signal::WriteSignal;
