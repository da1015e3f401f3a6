//! Resolves the caller's inbox.

mod inbox;
mod mutations;

pub use inbox::{fields, page, unread};
pub use mutations::{Act, carry_out, describe, mutations};
