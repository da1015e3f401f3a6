//! Previews of restores, and restores of related records.

mod preview;
mod with;

pub use preview::{describe, read, register, write};
pub use with::{with_related, with_related_argument};
