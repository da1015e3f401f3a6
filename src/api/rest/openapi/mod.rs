//! The OpenAPI 3.1 document, made from the routes' descriptions.

mod content;
mod document;
mod errors;
mod examples;
mod inputs;
mod operations;
mod parts;
mod query;
mod routes;
mod schemas;

pub use document::{document, openapi};
pub use examples::{Sample, account, now, operation_id};
pub use operations::DOCUMENT_PATH;
pub use query::record_id;
pub use schemas::{ACTOR, custom, known, reference, types};
