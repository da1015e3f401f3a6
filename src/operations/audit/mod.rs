//! Writes changes together with their events, and reads events.

mod administrators;
mod each;
mod event;
mod postgres;
mod read;
mod record;
mod sqlite;
mod write;
mod writer;

pub use super::rows::Action;
pub(crate) use administrators::{check_administrators, has_administrator};
pub(crate) use each::Each;
pub(crate) use read::EVENTS;
pub use read::{
    Difference, EventPage, EventsOf, HistoryPart, LastAction, LastActor, Recorded, Values, event,
    event_cursor, event_kinds, event_of_cursor, events, follow, histories, last_actors, may_audit,
    now, position, subject, values_of, viewable,
};
pub(crate) use record::{RecordChange, forget_values};
pub(crate) use writer::{AuditWriter, Change, Insert};

pub use crate::store::feed::Event;
