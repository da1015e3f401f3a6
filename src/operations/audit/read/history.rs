//! Reads events, for callers with the audit permission.

use entity::{
    Timestamp,
    record_event::{Column, Entity, Model as Event},
};
use sea_orm::{
    ColumnTrait, EntityTrait, ExprTrait, FromQueryResult, IdenStatic, QueryFilter,
    sea_query::{Alias, Condition, Expr, Order, Query, SelectStatement, WindowStatement},
};
use serde_json::Value as Json;
use std::collections::HashMap;
use uuid::Uuid;

use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds::{self, AUDIT},
    operations::{
        audit::{action::Action, operators::ROLE},
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

/// Which events to read.
#[derive(Clone, Debug, Default)]
pub struct EventsOf {
    /// Of records of these kinds; `None`: of all kinds.
    pub kinds: Option<Vec<&'static Resource>>,
    /// Of this record.
    pub record: Option<(&'static Resource, i64)>,
    /// With these ids.
    pub ids: Option<Vec<i64>>,
    /// With these actions.
    pub actions: Option<Vec<Action>>,
    /// By this account.
    pub actor: Option<i64>,
    /// Of this operation.
    pub operation: Option<Uuid>,
    /// Later than this.
    pub after: Option<Timestamp>,
    /// Earlier than this.
    pub before: Option<Timestamp>,
}

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

/// Reads the newest events of each of several records of one kind, older than the event of that id,
/// in one statement for each thousand events. The caller's permission is checked before, by
/// [`may_audit`].
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn histories(
    app: &App,
    call: &Call,
    resource: &'static Resource,
    ids: &[i64],
    size: u64,
    older_than: Option<i64>,
) -> Result<HashMap<i64, EventPage>, Error> {
    of_kind(app, call, resource.name, ids, size, older_than).await
}

/// Like [`histories`], of roles.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn role_histories(
    app: &App,
    call: &Call,
    ids: &[i64],
    size: u64,
    older_than: Option<i64>,
) -> Result<HashMap<i64, EventPage>, Error> {
    of_kind(app, call, ROLE, ids, size, older_than).await
}

async fn of_kind(
    app: &App,
    call: &Call,
    kind: &str,
    ids: &[i64],
    size: u64,
    older_than: Option<i64>,
) -> Result<HashMap<i64, EventPage>, Error> {
    let of_each =
        WindowStatement::partition_by(Column::RecordId).order_by(Column::Id, Order::Desc).take();
    let ranked = Query::select()
        .expr(Expr::cust("*"))
        .expr_window_as(Expr::cust("ROW_NUMBER()"), of_each, Alias::new("place"))
        .from(Entity)
        .and_where(Expr::col(Column::Kind).eq(kind))
        .cond_where(Condition::all().add_option(older_than.map(|id| Column::Id.lt(id))))
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

impl EventsOf {
    /// The kinds and actions to read apart; none if they aren't filtered, or another index serves.
    fn parts(&self) -> Vec<(&'static str, Action)> {
        if self.is_narrow() || (self.kinds.is_none() && self.actions.is_none()) {
            return Vec::new();
        }
        let asked = |kind: &Resource| {
            self.kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|it| it.name == kind.name))
        };
        let actions = Action::ALL.into_iter();
        let actions = actions.filter(|it| self.actions.as_ref().is_none_or(|all| all.contains(it)));
        let kinds = kinds::all().iter().filter(|kind| asked(kind));
        kinds.flat_map(|kind| actions.clone().map(|action| (kind.name, action))).collect()
    }

    /// Whether an index of its own serves the filter.
    const fn is_narrow(&self) -> bool {
        self.record.is_some()
            || self.ids.is_some()
            || self.actor.is_some()
            || self.operation.is_some()
    }

    /// Whether an index finds the events, or those that are passed over are few.
    fn is_found(&self) -> bool {
        self.is_narrow() || (self.after.is_none() && self.before.is_none())
    }

    fn times(&self) -> Condition {
        Condition::all()
            .add_option(self.after.map(|at| Column::CreatedAt.gt(at)))
            .add_option(self.before.map(|at| Column::CreatedAt.lt(at)))
    }

    fn condition(&self) -> Condition {
        let names =
            |kinds: &Vec<&'static Resource>| kinds.iter().map(|kind| kind.name).collect::<Vec<_>>();
        // Other kinds are not records: roles, and kinds of a newer program.
        let known = || kinds::all().iter().map(|kind| kind.name).collect::<Vec<_>>();
        let kinds = self.kinds.as_ref().map(names);
        let kinds = kinds.or_else(|| self.record.is_none().then(known));
        let actions =
            |actions: &Vec<Action>| actions.iter().map(|action| action.name()).collect::<Vec<_>>();
        Condition::all()
            // The double negation keeps SQLite from reading all events of these kinds by an index.
            .add_option(kinds.map(|kinds| Column::Kind.is_not_in(kinds).not()))
            .add_option(self.record.map(|(resource, id)| {
                Condition::all().add(Column::Kind.eq(resource.name)).add(Column::RecordId.eq(id))
            }))
            .add_option(self.ids.as_ref().map(|ids| Column::Id.is_in(ids.iter().copied())))
            .add_option(self.actions.as_ref().map(|it| Column::Action.is_in(actions(it))))
            .add_option(self.actor.map(|account| Column::ActorId.eq(account)))
            .add_option(self.operation.map(|operation| Column::OperationId.eq(operation)))
            .add(self.times())
    }
}
