//! Restoring with eyes open: previews, and what comes back with a record.

mod preview;
mod with;

pub use preview::{describe, read, register, write};
pub use with::{with_related, with_related_argument};
