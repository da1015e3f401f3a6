//! Follows the change feed.

use entity::record_event::Model as Event;
use std::sync::Arc;

use crate::{
    app::App,
    auth::Caller,
    error::Error,
    resources::Resource,
    store::feed::{self, Position},
};

/// The position after which all events that are written from now on are found.
///
/// # Errors
/// When the database can't be reached.
pub async fn now(app: &App) -> Result<Position, Error> {
    feed::now(&app.database).await
}

/// Waits for events after a position and returns at least one. They are of all kinds and owners:
/// [`in_sight`] says which of them a caller may see.
///
/// # Errors
/// When the database can't be reached.
pub async fn follow(app: &App, after: Position) -> Result<Vec<Arc<Event>>, Error> {
    app.feed.next(&app.database, after).await
}

/// Whether the caller may see an event. Access is to any record, or to those it owned at the time.
#[must_use]
pub fn in_sight(caller: &Caller, resource: &Resource, event: &Event) -> bool {
    caller.may(&resource.view, event.owner_id)
}
