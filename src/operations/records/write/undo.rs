//! Undoing an operation: what it deleted comes back, what it brought back is deleted again, as far
//! as nothing else has happened to it since. No more than that.

use entity::record_event::{Column, Entity};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder,
    sea_query::{Condition, Expr, ExprTrait, Query, SimpleExpr},
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
    let table = policy.resource.table.name;
    let last = Query::select()
        .column("operation_id")
        .from("record_events")
        .and_where(Expr::col("kind").eq(policy.resource.name))
        .and_where(Expr::col("record_id").equals((table, "id")))
        .and_where(Expr::col("action").is_in(STATES.map(Action::name)))
        .order_by("id", sea_orm::sea_query::Order::Desc)
        .limit(1)
        .take();
    Expr::value(operation).in_subquery(last)
}
