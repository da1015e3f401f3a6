//! The root fields, made from the table of operations.

mod field;
mod mutations;
mod queries;

pub use mutations::mutations;
pub use queries::queries;
