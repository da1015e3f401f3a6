//! The records to undo an operation: those that it deleted are restored, restored ones deleted.

use entity::record_event::{Column, Entity};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{CaseStatement, Condition, Expr, ExprTrait, Order, SimpleExpr},
};
use uuid::Uuid;

use super::outcome::{Item, MANY};
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::{
        audit::{Action, EVENTS, Event},
        records::StateChangePolicy,
        rows::{State, run},
    },
    resources::Resource,
};

/// Reads all records that an operation deleted or restored, with the state before. Records that the
/// caller has nothing to do with are left out (D26). `None`: there are more than [`MANY`].
///
/// # Errors
/// `NotFound` if none of them concerns the caller.
pub(super) async fn first_of(
    app: &App,
    call: &Call,
    operation: Uuid,
) -> Result<Option<Vec<Item>>, Error> {
    let events = events(app, call, operation, i64::MIN, MANY as u64 + 1).await?;
    if events.len() > MANY {
        return Ok(None);
    }
    let items: Vec<Item> = events.iter().filter_map(|event| item(call, event)).collect();
    if items.is_empty() { Err(not_found(call)) } else { Ok(Some(items)) }
}

/// Reads the records of an operation's next events after one, and the id of the last of these
/// events. `None`: there are no more.
pub(super) async fn next_of(
    app: &App,
    call: &Call,
    operation: Uuid,
    after: i64,
) -> Result<Option<(Vec<Item>, i64)>, Error> {
    let events = events(app, call, operation, after, MANY as u64).await?;
    let items = events.iter().filter_map(|event| item(call, event)).collect();
    Ok(events.last().map(|last| (items, last.id)))
}

/// The kind, action, actor, owner if caller, and number of events.
type Events = (String, String, Option<i64>, Option<i64>, i64);

/// Counts the visible records that an operation deleted or restored.
///
/// # Errors
/// `NotFound` if there are none.
pub(super) async fn count_of(app: &App, call: &Call, operation: Uuid) -> Result<i64, Error> {
    let is_own: SimpleExpr = CaseStatement::new()
        .case(Column::OwnerId.eq(call.user_id), Expr::value(call.user_id))
        .finally(Expr::value(None::<i64>))
        .into();
    let found = || Condition::all().add(Column::OperationId.eq(operation));
    let rows = app.rows_found(call, EVENTS, found).await?.0;
    let groups: Vec<Events> = Entity::find()
        .filter(of_operation(operation))
        .select_only()
        .columns([Column::Kind, Column::Action, Column::ActorId])
        .expr_as(is_own, "own")
        .column_as(Column::Id.count(), "events")
        .group_by(Column::Kind)
        .group_by(Column::Action)
        .group_by(Column::ActorId)
        .group_by(Expr::col("own"))
        .into_tuple()
        .all(&*app.reader(call, rows).await?)
        .await?;
    let concerning = groups.iter().filter(|(kind, action, actor, owner, _)| {
        let to = Action::named(action).and_then(reversed);
        kinds::named(kind).is_some_and(|it| concerns(call, it, to, *actor, *owner))
    });
    match concerning.map(|group| group.4).sum() {
        0 => Err(not_found(call)),
        count => Ok(count),
    }
}

/// The error for an operation of which nothing concerns the caller.
fn not_found(call: &Call) -> Error {
    let nothing = || Error::not_found("Operation");
    call.refuse_deleted().err().unwrap_or_else(nothing)
}

/// The events of an operation that deleted or restored records.
fn of_operation(operation: Uuid) -> Condition {
    Condition::all()
        .add(Column::OperationId.eq(operation))
        .add(Column::Action.is_in(STATES.map(Action::name)))
}

async fn events(
    app: &App,
    call: &Call,
    operation: Uuid,
    after: i64,
    limit: u64,
) -> Result<Vec<Event>, Error> {
    let mut events = Event::select();
    events.cond_where(of_operation(operation).add(Column::Id.gt(after)));
    events.order_by(Column::Id, Order::Asc).limit(limit);
    let rows = run(&*app.point_reader(call, limit as usize).await?, &events).await?;
    rows.iter().map(|row| Ok(Event::from_query_result(row, "")?)).collect()
}

/// The record of an event that concerns the caller. It has the state that it had before.
fn item(call: &Call, event: &Event) -> Option<Item> {
    let to = Action::named(&event.action).and_then(reversed)?;
    let resource = kinds::named(&event.kind)?;
    concerns(call, resource, Some(to), event.actor_id, event.owner_id)
        .then_some((Some((resource, event.record_id)), to))
}

/// The state to which an undo of an action brings a record. `None`: an undo leaves it alone.
pub(super) fn reversed(action: Action) -> Option<State> {
    match action {
        Action::Deleted => Some(State::Live),
        Action::Restored => Some(State::Deleted),
        Action::Created | Action::Updated | Action::Purged => None,
    }
}

/// Whether an event concerns the caller. It does if the caller may undo it, may view its record, or
/// acted.
pub(super) fn concerns(
    caller: &Caller,
    resource: &'static Resource,
    to: Option<State>,
    actor: Option<i64>,
    owner: Option<i64>,
) -> bool {
    let may_change =
        |to| StateChangePolicy::of(caller, resource, to).is_ok_and(|it| it.access.covers(owner));
    actor == Some(caller.user_id) || caller.may(&resource.view, owner) || to.is_some_and(may_change)
}

/// The actions that change the state of a record.
const STATES: [Action; 2] = [Action::Deleted, Action::Restored];

/// The condition that the operation was the row's last deletion or restoration.
///
/// The events of one row are in the order of their ids, because each was inserted under the row's
/// lock.
pub(super) fn is_last(policy: &StateChangePolicy, operation: Uuid) -> SimpleExpr {
    let resource = policy.resource;
    let record_id = Expr::col((Entity, Column::RecordId));
    let last = Entity::find()
        .select_only()
        .column(Column::OperationId)
        .filter(Column::Kind.eq(resource.name))
        .filter(record_id.equals((resource.table.name, resource.columns.id)))
        .filter(Column::Action.is_in(STATES.map(Action::name)))
        .order_by_desc(Column::Id)
        .limit(1)
        .into_query();
    Expr::value(operation).in_subquery(last)
}
