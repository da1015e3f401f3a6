//! Resolves `recordEvents` and the history of records.

use async_graphql::Value;
use std::collections::HashMap;
use uuid::Uuid;

use crate::{
    api::graphql::{
        execute::{Context, Load, Object},
        resolve::{
            arguments::{account, kinds_by, optional_text, text, timestamp},
            lists::{Connection, first, last_place},
        },
        schema::{enum_name, read_event_kind},
    },
    error::Error,
    operations::{
        audit::{
            self, Action, EventPage, EventsOf, HistoryPart, event_cursor, event_of_cursor,
            may_audit, subject,
        },
        rows::Record,
    },
    views::VisibleEvent,
};

/// Reads a page of events.
pub async fn read(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let after = last_place(ctx, event_of_cursor)?;
    let events = audit::events(ctx.app, ctx.call, &wanted(ctx)?, first(ctx)?, after).await?;
    Ok(Box::new(connection(events, after.is_some())))
}

/// Reads the events with these ids, by id.
pub async fn some(ctx: Context<'_>, ids: Vec<i64>) -> Result<HashMap<i64, VisibleEvent>, Error> {
    let size = ids.len() as u64;
    let wanted = EventsOf { ids: Some(ids), ..EventsOf::default() };
    let found = audit::events(ctx.app, ctx.call, &wanted, size, None).await?.events.into_iter();
    Ok(found.map(|event| (event.id, VisibleEvent::audited(event))).collect())
}

/// Reads one event.
pub async fn one(ctx: Context<'_>, id: i64) -> Result<Option<VisibleEvent>, Error> {
    Ok(audit::event(ctx.app, ctx.call, id).await?.map(VisibleEvent::audited))
}

fn wanted(ctx: Context<'_>) -> Result<EventsOf, Error> {
    let unknown = || Error::bad_request("recordId is not the id of a record");
    let record = match ctx.argument("recordId") {
        None => None,
        Some(_) => Some(subject(&text(ctx, "recordId")?).ok_or_else(unknown)?),
    };
    let operation = optional_text(ctx, "operationId")?;
    Ok(EventsOf {
        kinds: kinds_by(ctx, read_event_kind)?,
        record,
        ids: None,
        actions: actions(ctx)?,
        actor: account(ctx, "actor", "actorId")?,
        operation: operation.and_then(|text| Uuid::parse_str(&text).ok()),
        after: timestamp(ctx, "createdAfter")?,
        before: timestamp(ctx, "createdBefore")?,
        as_of: timestamp(ctx, "asOf")?,
    })
}

fn actions(ctx: Context<'_>) -> Result<Option<Vec<Action>>, Error> {
    let Some(names) = ctx.items("actions") else { return Ok(None) };
    let action = |name: &Value| Action::named(&enum_name(name)?.to_ascii_lowercase());
    let actions = names.iter().map(action).collect::<Option<_>>();
    actions.map(Some).ok_or_else(|| Error::bad_request("actions contains an unknown value"))
}

/// The history of a record, loaded together with those of others.
pub fn history(ctx: Context<'_>, record: &Record) -> Result<Load<'static>, Error> {
    may_audit(ctx.call, record.owner())?;
    Ok(Load::History(record.resource, history_part(ctx)?))
}

/// Which events of a history the arguments of a field select.
pub fn history_part(ctx: Context<'_>) -> Result<HistoryPart, Error> {
    let older_than = last_place(ctx, event_of_cursor)?;
    Ok(HistoryPart { size: first(ctx)?, older_than, as_of: timestamp(ctx, "asOf")? })
}

/// A page of events.
pub fn connection(page: EventPage, previous: bool) -> Connection<VisibleEvent> {
    let EventPage { events, more } = page;
    Connection {
        nodes: events.into_iter().map(VisibleEvent::audited).collect(),
        cursor: Box::new(|event| event_cursor(event.event().id)),
        previous,
        next: more,
        total: None,
    }
}
