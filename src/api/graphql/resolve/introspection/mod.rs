//! Resolves introspection: the types, fields and directives of the schema.

mod schema;
mod service;
mod types;

pub use schema::{schema, type_named};
pub use service::service;
