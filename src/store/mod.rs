//! The database, and what keeps processes in step with it.

mod cache;
pub mod database;
pub mod feed;
pub mod pubsub;
mod write_signal;

pub use cache::GenerationCache;
pub use write_signal::WriteSignal;
