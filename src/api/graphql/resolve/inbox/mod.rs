//! Resolves the caller's inbox.

mod mutations;
mod page;

pub use mutations::{describe, run};
pub use page::page;
