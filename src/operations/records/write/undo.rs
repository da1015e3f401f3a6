//! Undoes an operation: restores what it deleted, deletes what it restored.

use entity::record_event::{Column, Entity};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Condition, Expr, ExprTrait, SimpleExpr},
};
use std::sync::Arc;
use uuid::Uuid;

use super::bulk::{Bulk, BulkChange, Item, Policy, Projections};
use crate::{
    app::App,
    auth::{Call, Caller},
    error::Error,
    kinds,
    operations::{
        audit::Action,
        records::{completion::to_completion, state::State, state_change::StateChangePolicy},
    },
    resources::Resource,
};

/// Undoes an operation that deleted or restored records; it may be an undo itself.
///
/// Each record has its own outcome, and takes the permission that deleting or restoring it takes.
/// Records that another operation deleted or restored since are left alone. Records that the caller
/// has nothing to do with are left out (D26).
///
/// # Errors
/// `NotFound` when no operation with that id deleted or restored anything that concerns the caller.
pub async fn undo(
    app: &Arc<App>,
    call: &Arc<Call>,
    operation: Uuid,
    projections: Projections,
) -> Result<Bulk, Error> {
    let events = Entity::find()
        .filter(Column::OperationId.eq(operation))
        .filter(Column::Action.is_in(STATES.map(Action::name)))
        .order_by_asc(Column::Id)
        .all(&app.database.reader)
        .await?;
    let items: Vec<Item> = events
        .iter()
        .filter_map(|event| {
            let to = match event.action == Action::Deleted.name() {
                true => State::Live,
                false => State::Deleted,
            };
            let resource = kinds::named(&event.kind)?;
            concerns(call, resource, Some(to), event.actor_id, event.owner_id)
                .then_some((Some((resource, event.record_id)), to))
        })
        .collect();
    if items.is_empty() {
        call.refuse_deleted()?;
        return Err(Error::NotFound("Operation not found".to_owned()));
    }
    let bulk = BulkChange::new(app, call, projections, true);
    to_completion(async move {
        let narrow =
            |policy: &StateChangePolicy, ids: Condition| ids.add(is_last(policy, operation));
        bulk.run(items, Policy::Each, narrow).await
    })
    .await
}

/// Whether the caller may bring the record of an event to that state, may view it, or is the actor.
pub(crate) fn concerns(
    caller: &Caller,
    resource: &'static Resource,
    to: Option<State>,
    actor: Option<i64>,
    owner: Option<i64>,
) -> bool {
    let may_change =
        |to| StateChangePolicy::of(caller, resource, to).is_ok_and(|it| it.covers(owner));
    actor == Some(caller.user_id)
        || caller.require(&resource.view).is_ok_and(|access| access.covers(owner))
        || to.is_some_and(may_change)
}

/// The actions that change the state of a record.
const STATES: [Action; 2] = [Action::Deleted, Action::Restored];

/// The condition that the operation is the last one that deleted or restored the row.
///
/// The events of one row are in the order of their ids, because each was inserted under the row's
/// lock.
fn is_last(policy: &StateChangePolicy, operation: Uuid) -> SimpleExpr {
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
