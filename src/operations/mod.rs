//! Operations, written once over any kind of record.

pub mod accounts;
mod admission;
pub mod adopted;
pub mod audit;
pub mod bulk;
pub mod callers;
pub mod catalogue;
pub mod idempotency;
pub mod inbox;
pub mod purge;
pub mod records;
pub mod rows;
pub mod trash;

pub use admission::check_permission;
