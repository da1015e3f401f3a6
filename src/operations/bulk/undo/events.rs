//! The events that an undo takes back, the newest first.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect,
    sea_query::{CaseStatement, Condition, Expr, Order, SimpleExpr},
};
use std::collections::HashMap;
use uuid::Uuid;

use super::steps::{Known, Undoing};
use crate::{
    app::App,
    auth::{Call, Caller, CredentialKind},
    error::{Error, Refusal},
    kinds::{self, GRANT},
    operations::{
        audit::{Action, EVENTS, Event, may_audit, values_of_each},
        bulk::outcome::MANY,
        records::StateChangePolicy,
        rows::{State, run},
    },
    resources::Resource,
};

/// Events or records whose values one statement reads. Each may have the largest values of its kind.
pub(in super::super) const PAGE: usize = 25;

/// The actions that have an opposite: who may hold a record releases it, and what was purged is gone.
const OPPOSITES: [Action; 4] =
    [Action::Created, Action::Updated, Action::Deleted, Action::Restored];

/// Which events to take back. What is unset, all have.
#[derive(Clone, Debug, Default)]
pub struct Undone {
    /// Those of this operation.
    pub operation: Option<Uuid>,
    /// Those with this credential, by its kind and id.
    pub credential: Option<(CredentialKind, i64)>,
    /// Those of this account.
    pub actor: Option<i64>,
    /// Those not earlier than this.
    pub since: Option<Timestamp>,
    /// Those not later than this.
    pub until: Option<Timestamp>,
    /// Those of records of these kinds.
    pub kinds: Option<Vec<&'static str>>,
}

impl Undone {
    /// The events of an operation.
    pub fn of(operation: Uuid) -> Self {
        Self { operation: Some(operation), ..Self::default() }
    }

    /// Whether an event concerns the caller. Only those who may audit it learn which credential it had.
    fn concerns(
        &self,
        call: &Call,
        (kind, action): (&'static Resource, Action),
        actor: Option<i64>,
        owner: Option<i64>,
    ) -> bool {
        let is_known = || actor == Some(call.user_id) || may_audit(call, owner).is_ok();
        concerns(call, kind, action, actor, owner) && (self.credential.is_none() || is_known())
    }

    /// The event with its action and kind, if it concerns the caller.
    fn known(&self, call: &Call, event: Event) -> Option<Known> {
        let (action, kind) = (Action::named(&event.action)?, kinds::named(&event.kind)?);
        let concerns = self.concerns(call, (kind, action), event.actor_id, event.owner_id);
        concerns.then_some((event, action, kind))
    }

    /// Checks that something of an operation concerns the caller and has an opposite.
    async fn check(&self, app: &App, call: &Call, count: i64) -> Result<(), Error> {
        if count > 0 {
            return Ok(());
        }
        call.refuse_deleted()?;
        let Some(operation) = self.operation else { return Ok(()) };
        let others = Column::Action.is_not_in(OPPOSITES.map(Action::name));
        let other = Condition::all().add(Column::OperationId.eq(operation)).add(others);
        let other = read(app, call, other, 1, 1).await?.pop();
        if other.is_some_and(|event| self.known(call, event).is_some()) {
            Err(Error::ConflictsWith(Refusal::NoOpposite))
        } else {
            Err(Error::not_found("Operation"))
        }
    }

    fn condition(&self) -> Condition {
        let (kind, id) = self.credential.unzip();
        Condition::all()
            .add_option(self.operation.map(|it| Column::OperationId.eq(it)))
            .add_option(kind.map(|it| Column::CredentialKind.eq(it.name())))
            .add_option(id.map(|it| Column::CredentialId.eq(it)))
            .add_option(self.actor.map(|it| Column::ActorId.eq(it)))
            .add_option(self.since.map(|it| Column::CreatedAt.gte(it)))
            .add_option(self.until.map(|it| Column::CreatedAt.lte(it)))
            .add_option(self.kinds.as_ref().map(|it| Column::Kind.is_in(it.iter().copied())))
            .add(Column::Action.is_in(OPPOSITES.map(Action::name)))
    }
}

/// Reads what takes all of these events back. Records that the caller has nothing to do with are left out
/// (D26). `None`: there are more than [`MANY`] events.
///
/// # Errors
/// `NotFound` if nothing of the operation concerns the caller.
pub(in super::super) async fn first_of(
    app: &App,
    call: &Call,
    undone: &Undone,
) -> Result<Option<Undoing>, Error> {
    let events = events(app, call, undone, i64::MAX, MANY as u64 + 1).await?;
    if events.len() > MANY {
        return Ok(None);
    }
    let undoing = undoing(app, call, undone, events).await?;
    undone.check(app, call, undoing.records.len() as i64).await?;
    Ok(Some(undoing))
}

/// Reads what takes the next of these events back, those older than one, and the id of the last of them.
/// `None`: there are no more.
pub(in super::super) async fn next_of(
    app: &App,
    call: &Call,
    undone: &Undone,
    older_than: i64,
) -> Result<Option<(Undoing, i64)>, Error> {
    let events = events(app, call, undone, older_than, MANY as u64).await?;
    let Some(last) = events.last().map(|last| last.id) else { return Ok(None) };
    Ok(Some((undoing(app, call, undone, events).await?, last)))
}

/// What takes those events back that concern the caller.
async fn undoing(
    app: &App,
    call: &Call,
    undone: &Undone,
    events: Vec<Event>,
) -> Result<Undoing, Error> {
    let known: Vec<Known> =
        events.into_iter().filter_map(|event| undone.known(call, event)).collect();
    let updates = known.iter().filter(|it| it.1 == Action::Updated).map(|it| it.0.id);
    let updates: Vec<i64> = updates.collect();
    let mut values = HashMap::new();
    for updates in updates.chunks(PAGE) {
        values.extend(values_of_each(app, call, updates).await?);
    }
    // Their only value is the time of the deletion.
    let restored: Vec<i64> =
        known.iter().filter(|it| it.1 == Action::Restored).map(|it| it.0.id).collect();
    if !restored.is_empty() {
        values.extend(values_of_each(app, call, &restored).await?);
    }
    Ok(Undoing::of(call.user_id, known, values))
}

/// The kind, action, actor, owner if caller, and number of events.
type Events = (String, String, Option<i64>, Option<i64>, i64);

/// Counts those of these events that concern the caller.
///
/// # Errors
/// `NotFound` if nothing of the operation does.
pub(in super::super) async fn count_of(
    app: &App,
    call: &Call,
    undone: &Undone,
) -> Result<i64, Error> {
    let is_own: SimpleExpr = CaseStatement::new()
        .case(Column::OwnerId.eq(call.user_id), Expr::value(call.user_id))
        .finally(Expr::value(None::<i64>))
        .into();
    let rows = app.rows_found(call, EVENTS, || undone.condition()).await?.0;
    let groups: Vec<Events> = Entity::find()
        .filter(undone.condition())
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
        let known = kinds::named(kind).zip(Action::named(action));
        known.is_some_and(|known| undone.concerns(call, known, *actor, *owner))
    });
    let count = concerning.map(|group| group.4).sum();
    undone.check(app, call, count).await?;
    Ok(count)
}

async fn events(
    app: &App,
    call: &Call,
    undone: &Undone,
    older_than: i64,
    limit: u64,
) -> Result<Vec<Event>, Error> {
    let rows = match undone.operation {
        Some(_) => limit,
        None => {
            let found = app.rows_found(call, EVENTS, || undone.condition()).await?.0;
            Ord::max(found, limit)
        }
    };
    read(app, call, undone.condition().add(Column::Id.lt(older_than)), rows, limit).await
}

/// Reads the newest events that match, by a statement that reads so many rows.
async fn read(
    app: &App,
    call: &Call,
    condition: Condition,
    rows: u64,
    limit: u64,
) -> Result<Vec<Event>, Error> {
    let mut events = Event::select();
    events.cond_where(condition).order_by(Column::Id, Order::Desc).limit(limit);
    let rows = run(&*app.reader(call, rows).await?, &events).await?;
    rows.iter().map(|row| Ok(Event::from_query_result(row, "")?)).collect()
}

/// Whether a caller may take back what an event did.
pub(in super::super) fn may_undo(
    caller: &Caller,
    resource: &'static Resource,
    action: Action,
    owner: Option<i64>,
) -> bool {
    let may_change =
        |to| StateChangePolicy::of(caller, resource, to).is_ok_and(|it| it.access.covers(owner));
    let may = |permission| caller.may(permission, owner);
    match action {
        Action::Deleted => may_change(State::Live),
        Action::Created | Action::Restored => may_change(State::Deleted),
        Action::Updated => {
            let may_update = resource.update.as_ref().is_some_and(|it| may(&it.permission));
            may_update || resource.is_account() && may(&GRANT)
        }
        Action::Held | Action::Released | Action::Purged => false,
    }
}

/// Whether an event concerns the caller. It does if the caller may undo it, may view its record, or
/// acted.
pub(in super::super) fn concerns(
    caller: &Caller,
    resource: &'static Resource,
    action: Action,
    actor: Option<i64>,
    owner: Option<i64>,
) -> bool {
    actor == Some(caller.user_id)
        || caller.may(&resource.view, owner)
        || may_undo(caller, resource, action, owner)
}
