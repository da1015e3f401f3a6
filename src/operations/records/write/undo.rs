//! Undoing an operation: what it deleted comes back, what it brought back is deleted again, as far
//! as nothing else has happened to it since. No more than that.

use entity::record_event::{Column, Entity};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Condition, Expr, ExprTrait, SimpleExpr},
};
use std::sync::Arc;
use uuid::Uuid;

use super::bulk::{Bulk, Many, Policy, Projections, Wanted};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds,
    operations::{
        audit::Action,
        records::{state::State, state_change::StateChangePolicy, target::to_the_end},
    },
};

/// Undoes an operation that deleted records or brought them back, itself an undo perhaps. Each
/// record takes the permission that doing so takes otherwise, and has its outcome; what has been
/// changed by something else since is left alone.
///
/// # Errors
/// `NotFound` when no operation of that number deleted anything or brought anything back.
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
    let wanted: Vec<Wanted> = events
        .iter()
        .filter_map(|event| {
            let to = match event.action == Action::Deleted.name() {
                true => State::Live,
                false => State::Deleted,
            };
            Some((Some((kinds::named(&event.kind)?, event.record_id)), to))
        })
        .collect();
    if wanted.is_empty() {
        return Err(Error::NotFound("Operation not found".to_owned()));
    }
    let many = Many::new(app, call, projections, true);
    to_the_end(async move {
        let only = |policy: &StateChangePolicy, ids: Condition| ids.add(stands(policy, operation));
        many.carry_out(wanted, Policy::Each, only).await
    })
    .await
}

/// The actions that change whether a record is deleted.
const STATES: [Action; 2] = [Action::Deleted, Action::Restored];

/// The condition that the last thing that deleted the row or brought it back is the operation. For
/// one row, the events' own numbers say what came last: it was locked when they were given.
fn stands(policy: &StateChangePolicy, operation: Uuid) -> SimpleExpr {
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
