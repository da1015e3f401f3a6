//! What happened to records, as auditors see it.

use async_graphql::{
    Context, Value,
    dataloader::DataLoader,
    registry::{MetaField, MetaInputValue},
};
use data_encoding::BASE64URL_NOPAD;
use std::{collections::HashMap, sync::Arc};
use uuid::Uuid;

use super::event::Told;
use crate::{
    api::graphql::{
        resolve::{
            arguments::{given, kinds, moment, optional_text},
            error::refuse,
            global_id,
            lists::{Connection, first, last_place},
            loaders::Histories,
            select::{Loading, Object},
        },
        schema::{
            BIG_INT, DATE_TIME, KIND, UUID, big_int, field, input, permission, with_arguments,
        },
    },
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::AUDIT,
    operations::{
        audit::{self, Action, EventPage, EventsOf, may_audit},
        records::Record,
    },
};

/// Something that happened to a record.
pub const EVENT: &str = "RecordEvent";
/// What was done to it.
pub(crate) const ACTION: &str = "RecordAction";
/// Describes the query of all events.
pub fn describe(name: &str) -> MetaField {
    let described =
        field(name, format!("{EVENT}Connection!"), "What happened to records, the newest first.");
    let mut described = with_arguments(
        described,
        [
            input("kinds", format!("[{KIND}!]"), "To records of these kinds alone."),
            input("recordId", "ID", "To the record of this global id."),
            input("actions", format!("[{ACTION}!]"), "Of these actions alone."),
            input("actor", BIG_INT, "Done by the account of this number."),
            input("operationId", UUID, "Part of this operation."),
            input("createdAfter", DATE_TIME, "Done later than this."),
            input("createdBefore", DATE_TIME, "Done earlier than this."),
        ]
        .into_iter()
        .chain(paging()),
    );
    described.directive_invocations = vec![permission(&AUDIT)];
    described
}

/// Describes the field of a record.
pub fn describe_history() -> MetaField {
    let described = field(
        "history",
        format!("{EVENT}Connection"),
        "What happened to it, the newest first; null, with an error, for one who may not audit it.",
    );
    let mut described = with_arguments(described, paging());
    described.directive_invocations = vec![permission(&AUDIT)];
    described
}

fn paging() -> [MetaInputValue; 2] {
    [
        input("first", "Int", "How many, at most 100; 20 when left out."),
        input("after", "String", "Start after this place: the cursor of an edge."),
    ]
}

/// Reads a page of events.
pub async fn read(ctx: &Context<'_>, app: &App, caller: &Caller) -> Result<Box<dyn Object>, Error> {
    let after = last_place(ctx, place)?;
    let events = audit::events(app, caller, &wanted(ctx)?, first(ctx)?, after).await?;
    Ok(Box::new(connection(events, after.is_some())))
}

/// Reads the events of these numbers, by number.
pub async fn some(app: &App, caller: &Caller, ids: Vec<i64>) -> Result<HashMap<i64, Told>, Error> {
    let size = ids.len() as u64;
    let wanted = EventsOf { ids: Some(ids), ..EventsOf::default() };
    let found = audit::events(app, caller, &wanted, size, None).await?.events.into_iter();
    Ok(found.map(|event| (event.id, Told::to_auditor(Arc::new(event)))).collect())
}

/// Reads one event.
pub async fn one(app: &App, caller: &Caller, id: i64) -> Result<Option<Box<dyn Object>>, Error> {
    let event = audit::event(app, caller, id).await?;
    Ok(event.map(|event| Box::new(Told::to_auditor(Arc::new(event))) as Box<dyn Object>))
}

fn wanted(ctx: &Context<'_>) -> Result<EventsOf, Error> {
    let record = match given(ctx, "recordId")? {
        None | Some(Value::Null) => None,
        Some(_) => {
            let id = crate::api::graphql::resolve::arguments::text(ctx, "recordId")?;
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
    let read = |value: &Value| match value {
        Value::Enum(name) => Action::named(&name.to_ascii_lowercase()),
        Value::String(name) => Action::named(&name.to_ascii_lowercase()),
        _ => None,
    };
    let items = match given(ctx, "actions")? {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::List(items)) => items,
        Some(one) => vec![one],
    };
    let actions = items.iter().map(read).collect::<Option<Vec<_>>>();
    actions.map(Some).ok_or_else(|| Error::bad_request("actions has one that is unknown"))
}

/// What happened to a record, together with that of all other records that are asked for it now.
pub fn history<'c>(ctx: &'c Context<'c>, record: &Record) -> Loading<'c> {
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

fn connection(page: EventPage, previous: bool) -> Connection<Told> {
    Connection {
        of: EVENT,
        cursors: page.events.iter().map(|event| cursor(event.id)).collect(),
        nodes: page.events.into_iter().map(|event| Told::to_auditor(Arc::new(event))).collect(),
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
