//! Resolves events.

mod earlier;
mod events;
mod operation;
mod visible_event;

pub use earlier::{describe_as_of, describe_revert, read_as_of, revert};
pub use events::{Events, Histories, LastActions, one, read};
pub use operation::{describe as describe_operation, read as operation, register};

pub use crate::api::graphql::schema::describe_events as describe;
