//! Writes changes with their events, and reads events.

mod follow;
mod history;
mod imported;
mod last_actors;
mod many;
mod operators;
mod postgres;
mod purged;
mod sqlite;
mod writer;

pub use entity::record_event::Model as Event;
pub use follow::{follow, in_sight, now};
pub use history::{EventPage, EventsOf, event, events, histories, history, may_audit};
pub use imported::{Imported, Importing};
pub use last_actors::{LastAction, last_actors};
pub(crate) use many::InsertMany;
pub use operators::ROLE;
pub(crate) use operators::Telling;
pub(crate) use purged::Removed;
pub use writer::Action;
pub(crate) use writer::{AuditWriter, Change, Insert};
