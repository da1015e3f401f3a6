//! The notifications of the caller.

mod inbox;

pub use inbox::{AllMarked, Marked, inbox, mark_all_read, mark_read, unread_count};
