//! Resolves the caller's inbox.

mod inbox;
mod mutations;
mod recipients;

pub use inbox::{fields, page};
pub use mutations::{describe, run};
