//! Resolves lists as Relay connections.

mod arguments;
mod filters;
mod lists;
mod objects;

pub use arguments::{DEFAULT_PAGE_SIZE, first, last_place};
pub use lists::{page, read};
pub use objects::Connection;

pub use crate::api::graphql::schema::query_name;
