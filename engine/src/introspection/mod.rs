//! Resolves introspection: the types, fields and directives of the schema.

mod schema;
mod types;

pub use schema::{Schema, Service, type_named};
