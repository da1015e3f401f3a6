//! Reads events: the change feed, the history of records, and last actors.

mod follow;
mod history;
mod last_actors;
mod newest;
mod values;
mod wanted;

pub use follow::{follow, now, position, viewable};
pub(crate) use history::{EVENTS, is_auditable};
pub use history::{EventPage, event, events, histories, may_audit};
pub use last_actors::{LastAction, LastActor, last_actors};
pub(in crate::operations) use values::values_of_each;
pub use values::{Difference, Recorded, Values, values_of};
pub use wanted::{EventsOf, HistoryPart, event_cursor, event_kinds, event_of_cursor, subject};
