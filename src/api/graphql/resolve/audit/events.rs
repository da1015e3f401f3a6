//! Resolves `recordEvents` and the history of records.

use async_graphql::{Context, InputType, Value, dataloader::DataLoader};
use data_encoding::BASE64URL_NOPAD;
use std::{collections::HashMap, sync::Arc};
use uuid::Uuid;

use super::visible_event::VisibleEvent;
use crate::{
    api::graphql::{
        resolve::{
            arguments::{given, kinds, moment, optional_text, text},
            error::refuse,
            lists::{Connection, first, last_place},
            records::{global_id, loaders::Histories},
            select::{Object, ObjectFuture},
        },
        schema::{EVENT, RecordAction, big_int},
    },
    app::App,
    auth::{Call, Caller},
    error::Error,
    operations::{
        audit::{self, Action, EventPage, EventsOf, may_audit},
        records::Record,
    },
};

/// Reads a page of events.
pub async fn read(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Box<dyn Object>, Error> {
    let after = last_place(ctx, place)?;
    let events = audit::events(app, caller, &wanted(ctx)?, first(ctx)?, after).await?;
    Ok(Box::new(connection(events, after.is_some())))
}

/// Reads the events with these ids, by id.
pub async fn some(
    app: &App,
    caller: &Caller,
    ids: Vec<i64>,
) -> Result<HashMap<i64, VisibleEvent>, Error> {
    let size = ids.len() as u64;
    let wanted = EventsOf { ids: Some(ids), ..EventsOf::default() };
    let found = audit::events(app, caller, &wanted, size, None).await?.events.into_iter();
    Ok(found.map(|event| (event.id, VisibleEvent::audited(Arc::new(event)))).collect())
}

/// Reads one event.
pub async fn one(app: &App, caller: &Caller, id: i64) -> Result<Option<Box<dyn Object>>, Error> {
    let event = audit::event(app, caller, id).await?;
    Ok(event.map(|event| Box::new(VisibleEvent::audited(Arc::new(event))) as Box<dyn Object>))
}

fn wanted(ctx: &Context<'_>) -> Result<EventsOf, Error> {
    let record = match given(ctx, "recordId")? {
        None | Some(Value::Null) => None,
        Some(_) => {
            let id = text(ctx, "recordId")?;
            let record = global_id::decode(&id);
            Some(record.ok_or_else(|| Error::bad_request("recordId is no id of a record"))?)
        }
    };
    let operation = optional_text(ctx, "operationId")?;
    Ok(EventsOf {
        kinds: kinds(ctx)?,
        record,
        ids: None,
        actions: actions(ctx)?,
        actor: given(ctx, "actor")?.as_ref().and_then(big_int),
        operation: operation.and_then(|text| Uuid::parse_str(&text).ok()),
        after: moment(ctx, "createdAfter")?,
        before: moment(ctx, "createdBefore")?,
    })
}

fn actions(ctx: &Context<'_>) -> Result<Option<Vec<Action>>, Error> {
    let actions = <Option<Vec<RecordAction>> as InputType>::parse(given(ctx, "actions")?);
    let actions = actions.map_err(|_| Error::bad_request("actions has one that is unknown"))?;
    Ok(actions.map(|actions| actions.into_iter().map(Action::from).collect()))
}

/// Loads the history of a record, together with those that are requested at the same time.
pub fn history<'c>(ctx: &'c Context<'c>, record: &Record) -> ObjectFuture<'c> {
    let caller: &Caller = ctx.data_unchecked::<Arc<Call>>();
    let allowed = may_audit(caller, record.owner());
    let (resource, id) = (record.resource, record.id());
    Box::pin(async move {
        let read = async {
            allowed?;
            let (size, after) = (first(ctx)?, last_place(ctx, place)?);
            let page = match after {
                None => {
                    let loader = ctx.data_unchecked::<DataLoader<Histories>>();
                    let page = loader.load_one((resource.kind_index(), id, size)).await?;
                    page.unwrap_or(EventPage { events: Vec::new(), more: false })
                }
                Some(_) => {
                    let wanted = EventsOf { record: Some((resource, id)), ..EventsOf::default() };
                    let app = ctx.data_unchecked::<Arc<App>>();
                    audit::history(app, &wanted, size, after).await?
                }
            };
            Ok(Box::new(connection(page, after.is_some())) as Box<dyn Object>)
        };
        match read.await {
            Ok(page) => Some(page),
            Err(error) => {
                refuse(ctx, &error);
                None
            }
        }
    })
}

fn connection(page: EventPage, previous: bool) -> Connection<VisibleEvent> {
    Connection {
        of: EVENT,
        cursors: page.events.iter().map(|event| cursor(event.id)).collect(),
        nodes: page
            .events
            .into_iter()
            .map(|event| VisibleEvent::audited(Arc::new(event)))
            .collect(),
        previous,
        next: page.more,
        total: None,
    }
}

fn cursor(id: i64) -> String {
    BASE64URL_NOPAD.encode(format!("{EVENT} {id}").as_bytes())
}

fn place(text: &str) -> Option<i64> {
    let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
    plain.strip_prefix(EVENT)?.strip_prefix(' ')?.parse().ok()
}
