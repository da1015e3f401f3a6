//! PostgreSQL: locks and changes rows and inserts events in one statement.

use entity::{ColumnType, record_event::Column};
use sea_orm::{
    DbBackend,
    sea_query::{
        CommonTableExpression, Condition, Expr, ExprTrait, Order, Query, SelectStatement,
        SimpleExpr, SubQueryStatement, WithQuery,
    },
};

use super::{
    Action,
    event::{before, insert_for_each, own_values, parameters},
    writer::{Change, Insert, written},
};
use crate::{
    operations::rows::{Assignment, constant},
    resources::Resource,
};

/// The rows before the change.
pub(super) const OLD: &str = "old";
/// The columns of the rows before the change.
pub(super) const OLD_ID: &str = "old_id";
const OWNER: &str = "owner";
const BEFORE: &str = "before";
/// The rows after the change.
pub(super) const NEW: &str = "new";

/// Changes rows. They are locked in the order of their ids, so that concurrent changes of the same
/// rows don't deadlock.
pub(super) fn change(change: &Change<'_>) -> WithQuery {
    let resource = change.resource;
    let (table, id) = (resource.table.name, resource.columns.id);
    let mut old = Query::select();
    old.from(table).cond_where(change.condition(DbBackend::Postgres)).lock_exclusive();
    select_old(&mut old, resource, &change.assignments);
    if !change.rows.is_one() {
        old.order_by(id, Order::Asc);
    }
    let event = parameters(resource.name, change.action, DbBackend::Postgres);
    let same = Condition::all().add(Expr::col((table, id)).equals((OLD, OLD_ID)));
    let mut update = resource.update(change.written(DbBackend::Postgres), same, change.projection);
    update.from(OLD);
    with_events(OLD, old, event.into_iter().chain(old_values(resource)), update)
}

/// Inserts a row.
pub(super) fn insert(insert: &Insert<'_>) -> WithQuery {
    let (resource, projection) = (insert.resource, insert.projection);
    let written = written(resource, &insert.assignments, DbBackend::Postgres).collect();
    let mut new = resource.insert(written, insert.condition());
    // The event needs the id and the owner.
    let needed = projection.with(resource, &[resource.columns.id]);
    let needed = needed.with(resource, resource.owner.as_slice());
    new.returning(Query::returning().exprs(resource.columns_of(&needed)));
    let own = own_values(
        Expr::col((NEW, resource.columns.id)),
        resource.owner.map(|owner| Expr::col((NEW, owner))),
        constant(None::<String>),
    );
    let event = parameters(resource.name, Action::Created, DbBackend::Postgres);
    // The new rows get the name of their table, which projections expect.
    let rows =
        Query::select().exprs(resource.wanted(projection)).from_as(NEW, resource.table.name).take();
    with_events(NEW, new, event.into_iter().chain(own), rows)
}

/// Selects what the events of a change need of earlier rows.
pub(super) fn select_old(
    rows: &mut SelectStatement,
    resource: &Resource,
    assignments: &[Assignment],
) {
    let column = |name| Expr::col((resource.table.name, name));
    rows.expr_as(column(resource.columns.id), OLD_ID)
        .expr_as(before(resource, assignments, "jsonb_build_object", as_json), BEFORE);
    // No change writes the owner, so that the old row has the one of the event.
    if let Some(owner) = resource.owner {
        rows.expr_as(column(owner), OWNER);
    }
}

/// The values of an event that [`select_old`] has selected.
pub(super) fn old_values(resource: &Resource) -> [(Column, SimpleExpr); 3] {
    let column = |name| Expr::col((OLD, name));
    own_values(column(OLD_ID), resource.owner.map(|_| column(OWNER)), column(BEFORE))
}

/// Runs a query of named rows, and inserts an event for each.
pub(super) fn with_events(
    name: &'static str,
    rows: impl Into<SubQueryStatement>,
    event: impl IntoIterator<Item = (Column, SimpleExpr)>,
    query: impl Into<SubQueryStatement>,
) -> WithQuery {
    let (mut named, mut events) = (CommonTableExpression::new(), CommonTableExpression::new());
    named.table_name(name).query(rows);
    events.table_name("events").query(insert_for_each(event, Query::select().from(name).take()));
    let mut with = Query::with();
    with.cte(named).cte(events);
    with.query(query)
}

/// The value of a column as responses show it (D19).
pub(super) fn as_json(column: &str, column_type: ColumnType) -> String {
    match column_type {
        ColumnType::Time => {
            format!(r#"to_char("{column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#)
        }
        _ => format!(r#"to_jsonb("{column}")"#),
    }
}
