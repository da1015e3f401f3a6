//! Prepared GraphQL operations on async-graphql: documents are guarded, planned, and written as bytes.

mod bounded;
pub mod execute;
pub mod guard;
pub mod introspection;
pub mod plan;
mod read_cache;
pub mod schema;
mod together;
pub mod transport;

pub use bounded::BoundedCache;
pub use read_cache::ReadCache;
pub use together::{Lanes, Load, Together};
