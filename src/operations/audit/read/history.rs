//! Reads events, for callers with the audit permission.

use entity::record_event::{Column, Entity, Model as Event};
use sea_orm::{
    ColumnTrait, EntityTrait, ExprTrait, FromQueryResult, IdenStatic, QueryFilter,
    sea_query::{Alias, Condition, Expr, Order, Query, SelectStatement, WindowStatement},
};
use serde_json::Value as Json;
use std::collections::HashMap;

use super::wanted::{EventsOf, HistoryPart};
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::AUDIT,
    operations::{
        audit::operators::ROLE,
        records::{
            read::{numbered_by, union},
            run,
        },
    },
    resources::Resource,
};

/// The table of events.
const EVENTS: &str = "record_events";
/// Most events that one statement reads for histories.
const EVENTS_AT_ONCE: u64 = 1_000;

/// A page of events, the newest first.
#[derive(Clone, Debug)]
pub struct EventPage {
    /// The events.
    pub events: Vec<Event>,
    /// Whether there are older events.
    pub more: bool,
}

impl EventPage {
    fn of(mut events: Vec<Event>, size: u64) -> Self {
        let more = events.len() as u64 > size;
        events.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        Self { events, more }
    }
}

/// Reads a page of events, the newest first, older than the event of that id.
///
/// # Errors
/// `Forbidden` for a caller without the audit permission.
pub async fn events(
    app: &App,
    call: &Call,
    wanted: &EventsOf,
    size: u64,
    older_than: Option<i64>,
) -> Result<EventPage, Error> {
    let auditable = is_auditable(call)?;
    let parts = wanted.parts();
    if parts.is_empty() || !auditable.is_empty() {
        let rows = match wanted.is_found() {
            true => size,
            false => app.table_sizes.of(&app.database, EVENTS).await?,
        };
        let condition = auditable.add(wanted.condition());
        let condition = condition.add_option(older_than.map(|id| Column::Id.lt(id)));
        let statement = select(condition).order_by(Column::Id, Order::Desc).limit(size + 1).take();
        return page(app, call, &statement, size, rows).await;
    }
    // The index of each kind and action has the negative id, so that no engine prefers the primary
    // key, by which it would read all newer events of other kinds and actions.
    let newest = || Expr::cust("-id");
    let parts = parts.into_iter().map(|(kind, action)| {
        let condition = wanted
            .times()
            .add(Column::Kind.eq(kind))
            .add(Column::Action.eq(action.name()))
            .add_option(older_than.map(|id| newest().gt(-id)));
        select(condition).order_by_expr(newest(), Order::Asc).limit(size + 1).take()
    });
    let Some(mut all) = union(parts) else {
        return Ok(EventPage::of(Vec::new(), size));
    };
    page(app, call, all.order_by(Column::Id, Order::Desc).limit(size + 1), size, size).await
}

/// Reads one event.
///
/// # Errors
/// `Forbidden` for a caller without the audit permission.
pub async fn event(app: &App, caller: &Caller, id: i64) -> Result<Option<Event>, Error> {
    let wanted = EventsOf { ids: Some(vec![id]), ..EventsOf::default() };
    let condition = is_auditable(caller)?.add(wanted.condition());
    Ok(Entity::find().filter(condition).one(&app.database.reader).await?)
}

/// Reads the newest events of each of several records of one kind, in one statement for each thousand
/// events. The caller's permission is checked before, by
/// [`may_audit`].
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn histories(
    app: &App,
    call: &Call,
    resource: &'static Resource,
    ids: &[i64],
    part: HistoryPart,
) -> Result<HashMap<i64, EventPage>, Error> {
    of_kind(app, call, resource.name, ids, part).await
}

/// Like [`histories`], of roles.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn role_histories(
    app: &App,
    call: &Call,
    ids: &[i64],
    part: HistoryPart,
) -> Result<HashMap<i64, EventPage>, Error> {
    of_kind(app, call, ROLE, ids, part).await
}

async fn of_kind(
    app: &App,
    call: &Call,
    kind: &str,
    ids: &[i64],
    HistoryPart { size, older_than, as_of }: HistoryPart,
) -> Result<HashMap<i64, EventPage>, Error> {
    let of_each =
        WindowStatement::partition_by(Column::RecordId).order_by(Column::Id, Order::Desc).take();
    let ranked = Query::select()
        .expr(Expr::cust("*"))
        .expr_window_as(Expr::cust("ROW_NUMBER()"), of_each, Alias::new("place"))
        .from(Entity)
        .and_where(Expr::col(Column::Kind).eq(kind))
        .cond_where(
            Condition::all()
                .add_option(older_than.map(|id| Column::Id.lt(id)))
                .add_option(as_of.map(|at| Column::CreatedAt.lte(at))),
        )
        .take();
    let mut newest = Query::select();
    newest
        .expr(Expr::cust("*"))
        .and_where(Expr::col("place").lte(size + 1))
        .order_by(Column::Id, Order::Desc);
    let mut found: HashMap<i64, Vec<Event>> = HashMap::new();
    // The budget of bytes counts after each statement.
    let records = 1 + EVENTS_AT_ONCE / (size + 1);
    for ids in ids.chunks(usize::try_from(records).unwrap_or(usize::MAX)) {
        let of_these = numbered_by(Column::RecordId.as_str(), ids, app.database.backend());
        let ranked = ranked.clone().cond_where(of_these).take();
        let statement = newest.clone().from_subquery(ranked, "ranked").take();
        for row in run(&app.database.reader, &statement).await? {
            let event = Event::from_query_result(&row, "")?;
            call.budget.spend_read(bytes(&event))?;
            found.entry(event.record_id).or_default().push(event);
        }
    }
    let page = |id: &i64| (*id, EventPage::of(found.remove(id).unwrap_or_default(), size));
    Ok(ids.iter().map(page).collect())
}

/// Checks that the caller may audit a record of that owner.
///
/// # Errors
/// `Forbidden` if it may not.
pub fn may_audit(caller: &Caller, owner: Option<i64>) -> Result<(), Error> {
    caller.require(&AUDIT)?.check(owner)
}

fn select(condition: Condition) -> SelectStatement {
    Query::select().expr(Expr::cust("*")).from(Entity).cond_where(condition).take()
}

/// Reads a page by a statement for one more event, which says whether there are more.
/// The statement may read that many rows.
async fn page(
    app: &App,
    call: &Call,
    statement: &SelectStatement,
    size: u64,
    rows: u64,
) -> Result<EventPage, Error> {
    let lane = app.reader(call, rows).await?;
    let rows = run(lane.reader.as_ref(), statement).await?;
    let events = rows.iter().map(|row| Event::from_query_result(row, ""));
    let events: Vec<Event> = events.collect::<Result<_, _>>()?;
    call.budget.spend_read(events.iter().map(bytes).sum())?;
    Ok(EventPage::of(events, size))
}

/// About how many bytes the values of an event have.
fn bytes(event: &Event) -> usize {
    fn of(json: &Json) -> usize {
        match json {
            Json::String(text) => text.len(),
            Json::Array(items) => items.iter().map(of).sum(),
            Json::Object(fields) => fields.iter().map(|(name, it)| name.len() + of(it)).sum(),
            _ => 8,
        }
    }
    event.before.iter().map(of).sum::<usize>() + of(&event.after)
}

/// The condition that the caller may audit an event: any, or those of records it owned then.
fn is_auditable(caller: &Caller) -> Result<Condition, Error> {
    let own = caller.require(&AUDIT)?.account().map(|account| Column::OwnerId.eq(account));
    Ok(Condition::all().add_option(own))
}
