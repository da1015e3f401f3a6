//! What happened to records, for those who may audit them.

use entity::record_event::Model as Event;
use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, EntityTrait, ExprTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Alias, Condition, Expr, Order, Query, WindowStatement},
};
use std::collections::HashMap;
use uuid::Uuid;

use super::writer::Action;
use crate::{
    app::App,
    auth::Caller,
    error::Error,
    kinds::{self, AUDIT},
    operations::records::{read::numbered_by, run},
    resources::Resource,
};

/// Which events are asked for.
#[derive(Clone, Debug, Default)]
pub struct EventsOf {
    /// The kinds of the records; `None`: any.
    pub kinds: Option<Vec<&'static Resource>>,
    /// One record.
    pub record: Option<(&'static Resource, i64)>,
    /// The events of these numbers.
    pub ids: Option<Vec<i64>>,
    /// What was done.
    pub actions: Option<Vec<Action>>,
    /// The account that did it.
    pub actor: Option<i64>,
    /// The operation it was part of.
    pub operation: Option<Uuid>,
    /// It was done later than this.
    pub after: Option<Timestamp>,
    /// It was done earlier than this.
    pub before: Option<Timestamp>,
}

/// A part of a list of events, the newest first.
#[derive(Clone, Debug)]
pub struct EventPage {
    /// The events.
    pub events: Vec<Event>,
    /// Whether there are older ones.
    pub more: bool,
}

impl EventPage {
    fn of(mut events: Vec<Event>, size: u64) -> Self {
        let more = events.len() as u64 > size;
        events.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        Self { events, more }
    }
}

/// A page of what happened, the newest first, older than the event of that number.
///
/// # Errors
/// `Forbidden` for one who may audit nothing.
pub async fn events(
    app: &App,
    caller: &Caller,
    wanted: &EventsOf,
    size: u64,
    older_than: Option<i64>,
) -> Result<EventPage, Error> {
    read(app, in_audit(caller)?.add(wanted.condition()), size, older_than).await
}

/// One event.
///
/// # Errors
/// `Forbidden` for one who may audit nothing.
pub async fn event(app: &App, caller: &Caller, id: i64) -> Result<Option<Event>, Error> {
    let wanted = EventsOf { ids: Some(vec![id]), ..EventsOf::default() };
    let condition = in_audit(caller)?.add(wanted.condition());
    Ok(Entity::find().filter(condition).one(&app.database.reader).await?)
}

/// What last happened to each of some records of one kind, the newest first, in one statement.
///
/// # Errors
/// When the database can't be reached. Whether the caller may audit the records is asked before.
pub async fn histories(
    app: &App,
    resource: &'static Resource,
    ids: &[i64],
    size: u64,
) -> Result<HashMap<i64, EventPage>, Error> {
    let of_each = WindowStatement::partition_by("record_id").order_by("id", Order::Desc).take();
    let ranked = Query::select()
        .expr(Expr::cust("*"))
        .expr_window_as(Expr::cust("ROW_NUMBER()"), of_each, Alias::new("place"))
        .from("record_events")
        .and_where(Expr::col("kind").eq(resource.name))
        .cond_where(numbered_by("record_id", ids, app.database.backend()))
        .take();
    let statement = Query::select()
        .expr(Expr::cust("*"))
        .from_subquery(ranked, "ranked")
        .and_where(Expr::col("place").lte(size + 1))
        .order_by("id", Order::Desc)
        .take();
    let mut found: HashMap<i64, Vec<Event>> = HashMap::new();
    for row in run(&app.database.reader, &statement).await? {
        let event = Event::from_query_result(&row, "")?;
        found.entry(event.record_id).or_default().push(event);
    }
    let page = |id: &i64| (*id, EventPage::of(found.remove(id).unwrap_or_default(), size));
    Ok(ids.iter().map(page).collect())
}

/// A page of what happened to one record. Whether the caller may audit it is asked before.
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

/// Lets through whoever may audit a record of that owner.
///
/// # Errors
/// `Forbidden`.
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
        // One more than wanted says whether there are more.
        .limit(size + 1)
        .all(&app.database.reader)
        .await?;
    Ok(EventPage::of(events, size))
}

/// The condition that the caller may audit an event: any, or those of records that were its own.
fn in_audit(caller: &Caller) -> Result<Condition, Error> {
    let own = caller.require(&AUDIT)?.account().map(|account| Column::OwnerId.eq(account));
    Ok(Condition::all().add_option(own))
}

impl EventsOf {
    fn condition(&self) -> Condition {
        let names =
            |kinds: &Vec<&'static Resource>| kinds.iter().map(|kind| kind.name).collect::<Vec<_>>();
        // Events of other kinds are of no record: roles', and those of a newer program.
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
            .add_option(self.after.map(|moment| Column::CreatedAt.gt(moment)))
            .add_option(self.before.map(|moment| Column::CreatedAt.lt(moment)))
    }
}
