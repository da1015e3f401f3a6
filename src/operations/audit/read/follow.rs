//! Follows the change feed, and says what an event changed.

use entity::record_event::Model as Event;
use serde_json::Value as Json;
use std::sync::Arc;

use crate::{
    app::App,
    auth::Caller,
    error::Error,
    resources::Resource,
    store::feed::{self, Position},
};

/// The position before all events that are written from now on.
///
/// # Errors
/// When the database can't be reached.
pub async fn now(app: &App) -> Result<Position, Error> {
    feed::now(&app.database).await
}

/// Waits for events after a position and returns at least one. They are of all kinds and owners:
/// [`may_view_event`] says which of them a caller may see.
///
/// # Errors
/// When the database can't be reached.
pub async fn follow(app: &App, after: Position) -> Result<Vec<Arc<Event>>, Error> {
    app.feed.next(&app.database, after).await
}

/// Whether the caller may see an event. Access is to any record, or to those it owned at the time.
#[must_use]
pub fn may_view_event(caller: &Caller, resource: &Resource, event: &Event) -> bool {
    caller.may(&resource.view, event.owner_id)
}

/// The fields that an event changed, with their values before and after.
pub fn changes(event: &Event) -> impl Iterator<Item = (&str, Option<&Json>, &Json)> {
    let before = |name: &str| event.before.as_ref().and_then(|it| it.get(name));
    let after = event.after.as_object().into_iter().flatten();
    after
        .map(move |(name, after)| (name.as_str(), before(name), after))
        .filter(|(_, before, after)| *before != Some(*after))
}
