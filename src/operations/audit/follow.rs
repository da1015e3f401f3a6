//! What happened to records: following it, one event after the other.

pub use entity::record_event::Model as Event;
use std::sync::Arc;

use crate::{
    app::App,
    auth::Caller,
    error::Error,
    resources::Resource,
    store::feed::{self, Position},
};

/// The place from which on everything that happens from now on is found.
///
/// # Errors
/// When the database can't be reached.
pub async fn now(app: &App) -> Result<Position, Error> {
    feed::now(&app.database).await
}

/// The next events after a place, at least one, of all kinds and whoever may see them: what of it
/// a caller is shown is for [`in_sight`] to say. Waits until there are some.
///
/// # Errors
/// When the database can't be reached.
pub async fn follow(app: &App, after: Position) -> Result<Vec<Arc<Event>>, Error> {
    app.feed.next(&app.database, after).await
}

/// Whether the caller may see what happens to the records of a kind: to all of them, or to those
/// that were its own when it happened.
#[must_use]
pub fn in_sight(caller: &Caller, resource: &Resource, event: &Event) -> bool {
    caller.require(&resource.view).is_ok_and(|access| access.covers(event.owner_id))
}
