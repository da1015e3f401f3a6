//! Which records an undo changes, and how.

mod edit;
mod events;
mod steps;

pub(super) use edit::Edit;
pub use events::Undone;
pub(super) use events::{PAGE, concerns, count_of, first_of, may_undo, next_of};
pub(super) use steps::{Round, Undoing};
