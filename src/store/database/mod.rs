//! Connections, transactions and the schema.

mod connect;
mod connection;
mod error_class;
mod handle;
mod monitor;
mod pool;
mod schema;
mod transaction;

pub use connect::Synchronous;
pub use handle::Database;
