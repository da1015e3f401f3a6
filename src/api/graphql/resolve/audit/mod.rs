//! Resolves events.

mod earlier;
mod events;
mod visible_event;

pub use earlier::{describe_revert, revert};
pub use events::{Events, Histories, LastActions, one};
pub use visible_event::register;
