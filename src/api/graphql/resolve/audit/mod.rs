//! Resolves events.

mod events;
mod operation;
mod visible_event;

pub use events::{connection, history, one, read, some};
pub use operation::{describe as describe_operation, read as operation, register};
pub use visible_event::VisibleEvent;

pub use crate::api::graphql::schema::describe_events as describe;
