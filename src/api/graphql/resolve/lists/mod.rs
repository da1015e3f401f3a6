//! Resolves lists as Relay connections.

mod arguments;
mod filters;
mod objects;
mod pages;

pub use arguments::{DEFAULT_PAGE_SIZE, first, last_place, part, trashed};
pub use filters::filter;
pub use objects::Connection;
pub use pages::{RelatedPages, connection, page, read, total};
