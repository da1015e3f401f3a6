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
mod views;

pub use document::{document, openapi};
pub use examples::Sample;
pub use operations::DOCUMENT_PATH;
