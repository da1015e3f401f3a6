//! Resolves events.

mod as_of;
mod events;
mod operation;
mod revert;
mod visible_event;

pub use as_of::{describe as describe_as_of, read as read_as_of};
pub use events::{connection, history, history_part, one, read, some};
pub use operation::{describe as describe_operation, read as operation, register};
pub use revert::{describe as describe_revert, run as revert};
pub use visible_event::VisibleEvent;

pub use crate::api::graphql::schema::describe_events as describe;
