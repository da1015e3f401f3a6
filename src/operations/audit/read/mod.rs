//! Reads events: the change feed, the history of records, and last actors.

mod follow;
mod history;
mod last_actors;
mod newest;
mod wanted;

pub use follow::{changes, follow, may_view_event, now};
pub(crate) use history::{EVENTS, json_bytes};
pub use history::{EventPage, event, events, histories, may_audit};
pub use last_actors::{LastAction, LastActor, last_actors};
pub use wanted::{EventsOf, HistoryPart, event_cursor, event_kinds, event_of_cursor, subject};
