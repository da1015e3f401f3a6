//! Resolves `recordEvents` and the history of records.

use crate::{
    api::graphql::{
        execute::{Batch, Context, Graphql, Request, Values},
        resolve::{
            arguments::given,
            lists::{Connection, first, last_place},
        },
    },
    error::Error,
    operations::audit::{
        self, EventPage, EventsOf, HistoryPart, LastAction, LastActor, event_cursor,
        event_of_cursor, last_actors,
    },
    parameters::of_history,
    views::VisibleEvent,
};

/// Events by their ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Events;

impl Batch<Graphql> for Events {
    type Key = i64;
    type Value = VisibleEvent;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        let wanted = EventsOf { ids: Some(ids.to_vec()), ..EventsOf::default() };
        let found = audit::events(app, call, &wanted, ids.len() as u64, None).await?.events;
        Ok(found.into_iter().map(|event| (event.id, VisibleEvent::audited(event))).collect())
    }
}

/// Reads one event.
pub async fn one(ctx: Context<'_>, id: i64) -> Result<Option<VisibleEvent>, Error> {
    Ok(audit::event(ctx.app, ctx.call, id).await?.map(VisibleEvent::audited))
}

/// Pages of the events of records of a kind, or of roles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Histories(&'static str, HistoryPart);

impl Histories {
    /// Which events the arguments of a field select.
    pub fn of(kind: &'static str, ctx: Context<'_>) -> Result<Self, Error> {
        let older_than = last_place(ctx, event_of_cursor)?;
        let as_of = given(ctx, of_history())?.time("as_of");
        let size = first(ctx)?;
        Ok(Self(kind, HistoryPart { size, older_than, as_of }))
    }
}

impl Batch<Graphql> for Histories {
    type Key = i64;
    type Value = Connection<VisibleEvent>;

    async fn load(self, Request { app, call, .. }: &Request<'_>, ids: &[i64]) -> Values<Self> {
        let Self(kind, part) = self;
        let found = audit::histories(app, call, kind, ids, part).await?.into_iter();
        Ok(found.map(|(id, page)| (id, connection(page, part.older_than.is_some()))).collect())
    }
}

/// Who last did something to records, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LastActions;

impl Batch<Graphql> for LastActions {
    type Key = LastAction;
    type Value = LastActor;

    async fn load(self, request: &Request<'_>, actions: &[LastAction]) -> Values<Self> {
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
