//! Reads events: the change feed, the history of records, and last actors.

mod follow;
mod history;
mod last_actors;

pub use follow::{follow, in_sight, now};
pub use history::{EventPage, EventsOf, event, events, histories, may_audit};
pub use last_actors::{LastAction, LastActor, last_actors};
