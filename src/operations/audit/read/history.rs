//! Reads events, for callers with the audit permission.

use entity::{
    Timestamp,
    record_event::{Column, Entity, Model as Event},
};
use sea_orm::{
    ColumnTrait, EntityTrait, ExprTrait, FromQueryResult, IdenStatic, QueryFilter, QueryOrder,
    QuerySelect,
    sea_query::{Alias, Condition, Expr, Order, Query, WindowStatement},
};
use std::collections::HashMap;
use uuid::Uuid;

use crate::{
    app::App,
    auth::Caller,
    error::Error,
    kinds::{self, AUDIT},
    operations::{
        audit::action::Action,
        records::{read::numbered_by, run},
    },
    resources::Resource,
};

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
    caller: &Caller,
    wanted: &EventsOf,
    size: u64,
    older_than: Option<i64>,
) -> Result<EventPage, Error> {
    read(app, is_auditable(caller)?.add(wanted.condition()), size, older_than).await
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

/// Reads the newest events of each of several records of one kind in one statement. The caller's
/// permission is checked before, by [`may_audit`].
///
/// # Errors
/// When the database can't be reached.
pub async fn histories(
    app: &App,
    resource: &'static Resource,
    ids: &[i64],
    size: u64,
) -> Result<HashMap<i64, EventPage>, Error> {
    let of_each =
        WindowStatement::partition_by(Column::RecordId).order_by(Column::Id, Order::Desc).take();
    let ranked = Query::select()
        .expr(Expr::cust("*"))
        .expr_window_as(Expr::cust("ROW_NUMBER()"), of_each, Alias::new("place"))
        .from(Entity)
        .and_where(Expr::col(Column::Kind).eq(resource.name))
        .cond_where(numbered_by(Column::RecordId.as_str(), ids, app.database.backend()))
        .take();
    let statement = Query::select()
        .expr(Expr::cust("*"))
        .from_subquery(ranked, "ranked")
        .and_where(Expr::col("place").lte(size + 1))
        .order_by(Column::Id, Order::Desc)
        .take();
    let mut found: HashMap<i64, Vec<Event>> = HashMap::new();
    for row in run(&app.database.reader, &statement).await? {
        let event = Event::from_query_result(&row, "")?;
        found.entry(event.record_id).or_default().push(event);
    }
    let page = |id: &i64| (*id, EventPage::of(found.remove(id).unwrap_or_default(), size));
    Ok(ids.iter().map(page).collect())
}

/// Reads a page of the events of one record. The caller's permission is checked before, by
/// [`may_audit`].
///
/// # Errors
/// When the database can't be reached.
pub async fn history(
    app: &App,
    wanted: &EventsOf,
    size: u64,
    older_than: Option<i64>,
) -> Result<EventPage, Error> {
    read(app, wanted.condition(), size, older_than).await
}

/// Checks that the caller may audit a record of that owner.
///
/// # Errors
/// `Forbidden` if it may not.
pub fn may_audit(caller: &Caller, owner: Option<i64>) -> Result<(), Error> {
    caller.require(&AUDIT)?.check(owner)
}

async fn read(
    app: &App,
    condition: Condition,
    size: u64,
    older_than: Option<i64>,
) -> Result<EventPage, Error> {
    let events = Entity::find()
        .filter(condition.add_option(older_than.map(|id| Column::Id.lt(id))))
        .order_by_desc(Column::Id)
        // One more than the page size says whether there are more.
        .limit(size + 1)
        .all(&app.database.reader)
        .await?;
    Ok(EventPage::of(events, size))
}

/// The condition that the caller may audit an event: any, or those of records it owned then.
fn is_auditable(caller: &Caller) -> Result<Condition, Error> {
    let own = caller.require(&AUDIT)?.account().map(|account| Column::OwnerId.eq(account));
    Ok(Condition::all().add_option(own))
}

impl EventsOf {
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
            .add_option(kinds.map(|kinds| Column::Kind.is_in(kinds)))
            .add_option(self.record.map(|(resource, id)| {
                Condition::all().add(Column::Kind.eq(resource.name)).add(Column::RecordId.eq(id))
            }))
            .add_option(self.ids.as_ref().map(|ids| Column::Id.is_in(ids.iter().copied())))
            .add_option(self.actions.as_ref().map(|it| Column::Action.is_in(actions(it))))
            .add_option(self.actor.map(|account| Column::ActorId.eq(account)))
            .add_option(self.operation.map(|operation| Column::OperationId.eq(operation)))
            .add_option(self.after.map(|at| Column::CreatedAt.gt(at)))
            .add_option(self.before.map(|at| Column::CreatedAt.lt(at)))
    }
}
