//! Events, operations, and records as they were.

use super::{
    accounts::find_role,
    asked::{Asked, Found},
};
use crate::{
    error::Error,
    kinds::global_id,
    operations::{
        audit::{self, EventsOf, event_cursor, event_of_cursor},
        bulk::{self, OperationFields},
        records::record_as_of,
    },
    parameters::events_of,
    resources::parse_uuid,
    views::VisibleEvent,
};

/// A page of the events that the caller may audit, the newest first.
pub async fn events(asked: &Asked<'_>) -> Result<Found, Error> {
    page(asked, events_of(asked.arguments)?).await
}

/// A page of the events of a role, the newest first.
pub async fn of_role(asked: &Asked<'_>) -> Result<Found, Error> {
    let role = find_role(asked).await?.ok_or_else(|| Error::not_found("Role"))?;
    let (record, as_of) =
        (Some((role.record.resource.name, role.record.id())), asked.arguments.time("as_of"));
    page(asked, EventsOf { record, as_of, ..EventsOf::default() }).await
}

async fn page(asked: &Asked<'_>, wanted: EventsOf) -> Result<Found, Error> {
    let after = asked.after(event_of_cursor)?;
    let page = audit::events(asked.app, asked.call, &wanted, asked.size, after).await?;
    let events = page.events.into_iter().map(VisibleEvent::audited);
    Ok(Found::page(events, |event| event_cursor(event.event().id), page.more))
}

/// An operation.
pub async fn operation(asked: &Asked<'_>) -> Result<Found, Error> {
    let Some(id) = asked.id.and_then(parse_uuid) else { return Ok(Found::One(None)) };
    let (undo, progress) = ((asked.shows)("can_undo"), (asked.shows)("progress"));
    let fields = OperationFields { undo, progress };
    Ok(Found::one(bulk::operation(asked.app, asked.call, id, fields).await?))
}

/// A record as it was at a time.
pub async fn as_of(asked: &Asked<'_>) -> Result<Found, Error> {
    let at = asked.arguments.time("at").ok_or(Error::Internal)?;
    let selection = asked.id.and_then(global_id::decode);
    Ok(Found::one(record_as_of(asked.app, asked.call, selection, at).await?))
}
