//! Summarizes what an operation changed and whether the caller may undo it.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ExprTrait,
    sea_query::{CaseStatement, Condition, Expr, Func, Order, Query, SimpleExpr},
};
use uuid::Uuid;

use super::undo::{concerns, may_undo};
use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds,
    operations::{
        audit::{Action, EVENTS, may_audit},
        bulk::{Progress, progress},
        rows::run,
    },
};

/// Most events of an operation that are counted.
pub const MAX_EVENTS: u64 = 10_000;
/// So many make a statement slow, which is interrupted and waits for others of its kind.
const MANY_EVENTS: u64 = 20_001;

/// An operation, with what concerns the caller.
#[derive(Clone, Debug)]
pub struct OperationSummary {
    /// Its id.
    pub id: Uuid,
    /// The account that acted; `None`: the system itself.
    pub actor: Option<i64>,
    /// When it took place.
    pub created_at: Timestamp,
    /// The number of events of each kind, up to [`MAX_EVENTS`] in all.
    pub counts: Vec<(&'static str, i64)>,
    /// Whether an undo by the caller would change a record.
    pub can_undo: bool,
    /// Its progress, if it runs in batches or did. Its caller and those who may audit all see it.
    pub progress: Option<Progress>,
}

/// What is read of an operation beside its events.
#[derive(Clone, Copy, Debug)]
pub struct OperationFields {
    /// Whether an undo would change a record.
    pub undo: bool,
    /// How far it is.
    pub progress: bool,
}

/// Reads an operation; `None` if nothing of it concerns the caller.
///
/// One statement reads its events, another its progress if it is wanted, or if no event concerns the
/// caller: one that runs in batches may not have changed anything yet.
///
/// An event concerns those who may audit it, and those to whom an undo of it shows its record.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2); `TooExpensive`.
pub async fn operation(
    app: &App,
    call: &Call,
    id: Uuid,
    wanted: OperationFields,
) -> Result<Option<OperationSummary>, Error> {
    call.refuse_deleted()?;
    let changed = Query::select()
        .columns([Column::Id, Column::Kind, Column::RecordId, Column::Action])
        .columns([Column::ActorId, Column::CreatedAt])
        .expr_as(flag(Expr::col(Column::OwnerId).eq(call.user_id)), "is_own")
        .from(Entity)
        .and_where(Expr::col(Column::OperationId).eq(id))
        .limit(MAX_EVENTS)
        .take();
    let last = if wanted.undo { flag(is_last()) } else { Expr::value(0_i64) };
    let by = || ["kind", "action", "is_own", "actor_id"];
    let statement = Query::select()
        .columns(by())
        .expr_as(Func::min(Expr::col("created_at")), "created_at")
        .expr_as(Expr::cust("COUNT(*)"), "events")
        .expr_as(Func::max(last), "last")
        .from_subquery(changed, "changed")
        .group_by_columns(by())
        .order_by("kind", Order::Asc)
        .take();
    // Each event is compared with the later ones of its record, which may be many in a long trail.
    let mut rows_read = MAX_EVENTS;
    if wanted.undo {
        rows_read = app.table_sizes.of(&app.database, EVENTS).await?.clamp(rows_read, MANY_EVENTS);
    }
    let permit = app.reader(call, rows_read).await?;
    let rows = run(&*permit, &statement).await?;
    drop(permit);
    let summary = |actor, created_at| OperationSummary {
        id,
        actor,
        created_at,
        counts: Vec::new(),
        can_undo: false,
        progress: None,
    };
    let mut found: Option<OperationSummary> = None;
    for row in rows {
        let (kind, action): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let (is_own, actor): (i64, _) = (row.try_get_by_index(2)?, row.try_get_by_index(3)?);
        let (created_at, events) = (row.try_get_by_index(4)?, row.try_get_by_index::<i64>(5)?);
        let is_last = row.try_get_by_index::<i64>(6)? == 1;
        let owner = (is_own == 1).then_some(call.user_id);
        let Some(action) = Action::named(&action) else { continue };
        let (kind, can_undo) = match kinds::named(&kind) {
            Some(resource)
                if may_audit(call, owner).is_ok()
                    || concerns(call, resource, action, actor, owner) =>
            {
                let may = may_undo(call, resource, action, owner)
                    && (action != Action::Updated
                        || actor == Some(call.user_id)
                        || may_audit(call, owner).is_ok());
                (resource.name, is_last && may)
            }
            _ => continue,
        };
        let summary = found.get_or_insert_with(|| summary(actor, created_at));
        summary.created_at = Ord::min(summary.created_at, created_at);
        summary.can_undo |= can_undo;
        match summary.counts.last_mut() {
            Some((known, count)) if *known == kind => *count += events,
            _ => summary.counts.push((kind, events)),
        }
    }
    if !wanted.progress && found.is_some() {
        return Ok(found);
    }
    let may_see = |it: &Progress| it.actor == call.user_id || may_audit(call, None).is_ok();
    let Some(progress) = progress(app, call, id).await?.filter(may_see) else { return Ok(found) };
    let mut summary = found.unwrap_or_else(|| summary(Some(progress.actor), progress.started_at));
    summary.created_at = Ord::min(summary.created_at, progress.started_at);
    summary.progress = Some(progress);
    Ok(Some(summary))
}

/// 1 if the condition holds, otherwise 0.
fn flag(condition: SimpleExpr) -> SimpleExpr {
    CaseStatement::new().case(condition, Expr::value(1_i64)).finally(Expr::value(0_i64)).into()
}

/// The condition that nothing deleted, restored or purged the event's record later, nor changed one that it
/// created or updated.
fn is_last() -> SimpleExpr {
    let same = |column: Column| Expr::col(("later", column)).equals(("changed", column));
    let states = [Action::Deleted, Action::Restored, Action::Purged].map(Action::name);
    let values = [Action::Created, Action::Updated].map(Action::name);
    let later = Query::select()
        .expr(Expr::cust("1"))
        .from_as(Entity, "later")
        .and_where(same(Column::Kind))
        .and_where(same(Column::RecordId))
        .and_where(Expr::col(("later", Column::Id)).gt(Expr::col(("changed", Column::Id))))
        .cond_where(
            Condition::any()
                .add(Expr::col(("later", Column::Action)).is_in(states))
                .add(Expr::col(("changed", Column::Action)).is_in(values)),
        )
        .take();
    Expr::exists(later).not()
}
