//! Resolves `recordEvents` and the history of records.

use async_graphql::Value;
use uuid::Uuid;

use crate::{
    api::graphql::{
        execute::{Batch, Context, Object, Request, Values},
        resolve::{
            arguments::{account, kinds_by, optional_text, text, timestamp},
            lists::{Connection, first, last_place},
        },
        schema::{enum_name, read_event_kind},
    },
    error::Error,
    operations::audit::{
        self, Action, EventPage, EventsOf, HistoryPart, LastAction, LastActor, event_cursor,
        event_of_cursor, last_actors, subject,
    },
    views::VisibleEvent,
};

/// Reads a page of events.
pub async fn read(ctx: Context<'_>) -> Result<Box<dyn Object>, Error> {
    let after = last_place(ctx, event_of_cursor)?;
    let events = audit::events(ctx.app, ctx.call, &wanted(ctx)?, first(ctx)?, after).await?;
    Ok(Box::new(connection(events, after.is_some())))
}

/// Events by their ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Events;

impl Batch for Events {
    type Key = i64;
    type Value = VisibleEvent;

    async fn load(self, Request { app, call, .. }: Request<'_>, ids: &[i64]) -> Values<Self> {
        let wanted = EventsOf { ids: Some(ids.to_vec()), ..EventsOf::default() };
        let found = audit::events(app, call, &wanted, ids.len() as u64, None).await?.events;
        Ok(found.into_iter().map(|event| (event.id, VisibleEvent::audited(event))).collect())
    }
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

/// Pages of the events of records of a kind, or of roles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Histories(&'static str, HistoryPart);

impl Histories {
    /// Which events the arguments of a field select.
    pub fn of(kind: &'static str, ctx: Context<'_>) -> Result<Self, Error> {
        let older_than = last_place(ctx, event_of_cursor)?;
        let (size, as_of) = (first(ctx)?, timestamp(ctx, "asOf")?);
        Ok(Self(kind, HistoryPart { size, older_than, as_of }))
    }
}

impl Batch for Histories {
    type Key = i64;
    type Value = Connection<VisibleEvent>;

    async fn load(self, Request { app, call, .. }: Request<'_>, ids: &[i64]) -> Values<Self> {
        let Self(kind, part) = self;
        let found = audit::histories(app, call, kind, ids, part).await?.into_iter();
        Ok(found.map(|(id, page)| (id, connection(page, part.older_than.is_some()))).collect())
    }
}

/// Who last did something to records, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LastActions;

impl Batch for LastActions {
    type Key = LastAction;
    type Value = LastActor;

    async fn load(self, request: Request<'_>, actions: &[LastAction]) -> Values<Self> {
        last_actors(request.app, request.call, actions).await
    }
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
