//! Writes changes together with their events, reads events and follows them.

mod administrators;
mod each;
mod event;
mod live;
mod postgres;
mod read;
mod record;
mod sqlite;
mod write;
mod writer;

pub use super::rows::Action;
pub(crate) use administrators::{check_administrators, has_administrator};
pub(crate) use each::Each;
pub use live::{Audience, Followed, Follower, Sent, SharedChanges, retry};
pub(in crate::operations) use read::values_of_each;
pub use read::{
    Difference, EventPage, EventsOf, HistoryPart, LastAction, LastActor, Recorded, Values, event,
    event_cursor, event_kinds, event_of_cursor, events, follow, histories, last_actors, may_audit,
    now, subject, viewable,
};
pub(crate) use read::{EVENTS, is_auditable};
pub(crate) use record::{RecordChange, forget_values};
pub(crate) use writer::{AuditWriter, Change, Insert};

pub use crate::store::feed::Event;
