//! The notifications of the caller.

mod notifications;

pub use notifications::{AllMarked, Marked, inbox, mark_all_read, mark_read, unread_count};
