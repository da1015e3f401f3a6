//! Resolves events.

mod events;
mod visible_event;

pub use events::{connection, history, one, read, some};
pub use visible_event::VisibleEvent;

pub use crate::api::graphql::schema::describe_events as describe;
