//! Writes changes with their events, and reads events.

mod follow;
mod history;
mod imported;
mod journal;
mod last_actors;
mod many;
mod operators;
mod postgres;
mod purged;
mod sqlite;

pub use entity::record_event::Model as Event;
pub use follow::{follow, in_sight, now};
pub use history::{EventPage, EventsOf, event, events, histories, history, may_audit};
pub use imported::{Imported, Importing};
pub use journal::Action;
pub(crate) use journal::{Change, Journal, Making};
pub use last_actors::{Deed, doers};
pub(crate) use many::MakingMany;
pub use operators::ROLE;
pub(crate) use operators::Telling;
pub(crate) use purged::Removed;
