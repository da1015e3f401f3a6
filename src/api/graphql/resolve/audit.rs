//! Resolves events and the history of records.

use async_graphql::registry::Registry;

use crate::{
    api::graphql::{
        execute::{Batch, Context, Graphql, Request, Values},
        resolve::{
            arguments::given,
            lists::{Connection, first, last_place},
        },
        schema::{EVENT, NODE, add_types, pages, without_total},
    },
    error::Error,
    operations::audit::{
        self, EventPage, EventsOf, HistoryPart, LastAction, LastActor, event_cursor,
        event_of_cursor, last_actors,
    },
    parameters::of_history,
    views::VisibleEvent,
};

/// Registers the types of events.
pub fn register(registry: &mut Registry) {
    registry.add_implements(EVENT, NODE);
    add_types(registry, pages(EVENT, EVENT, "events, the newest first").map(without_total));
}

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
        let of_record = |(id, EventPage { events, more }): (i64, EventPage)| {
            let events = events.into_iter().map(VisibleEvent::audited).collect();
            let cursor = |event: &VisibleEvent| event_cursor(event.event().id);
            (id, Connection::forward(events, cursor, part.older_than.is_some(), more))
        };
        Ok(found.map(of_record).collect())
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
