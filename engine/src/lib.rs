//! Prepared GraphQL operations on async-graphql: documents are guarded, planned, and written as bytes.

mod bounded;
pub mod execute;
pub mod guard;
pub mod introspection;
pub mod plan;
pub mod schema;
pub mod transport;

pub use bounded::BoundedCache;
