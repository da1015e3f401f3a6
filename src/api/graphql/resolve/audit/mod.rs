//! Resolves events.

mod events;
mod visible_event;

pub use events::{Events, Histories, LastActions, one};
pub use visible_event::register;
