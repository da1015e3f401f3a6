//! Resolves lists as Relay connections.

mod arguments;
mod filters;
mod lists;
mod objects;

pub use arguments::{USUAL, first, last_place};
pub use lists::{page, query_name, read};
pub use objects::Connection;
