//! Pools of connections, and their usage.

#[allow(clippy::module_inception, reason = "the file of the type")]
mod pool;
mod usage;

pub(crate) use pool::Connections;
pub use pool::Pool;
pub use usage::PoolUsage;
