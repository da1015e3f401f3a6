//! Resolves events.

mod earlier;
mod events;
mod operation;
mod visible_event;

pub use earlier::{describe_revert, read_as_of, revert};
pub use events::{Events, Histories, LastActions, one, read};
pub use operation::read as operation;
pub use visible_event::register;
