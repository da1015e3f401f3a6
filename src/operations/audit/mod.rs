//! Writes changes together with their events, and reads events.

mod action;
mod event;
mod follow;
mod history;
mod imported;
mod last_actors;
mod many;
mod operators;
mod postgres;
mod purged;
mod sqlite;
mod write;
mod writer;

pub use action::Action;
pub use entity::record_event::Model as Event;
pub use follow::{follow, in_sight, now};
pub use history::{EventPage, EventsOf, event, events, histories, history, may_audit};
pub use imported::{ImportAudit, ImportedRecord};
pub use last_actors::{LastAction, last_actors};
pub(crate) use many::InsertMany;
pub(crate) use operators::OperatorChange;
pub use operators::ROLE;
pub(crate) use purged::Removed;
pub(crate) use writer::{AuditWriter, Change, Insert};
