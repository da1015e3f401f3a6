//! PostgreSQL: locks and changes rows and inserts events in one statement.

use entity::ColumnType;
use sea_orm::{
    DbBackend,
    sea_query::{
        CommonTableExpression, Condition, Expr, ExprTrait, Order, Query, SimpleExpr,
        SubQueryStatement, WithQuery,
    },
};

use super::{
    action::Action,
    event::{before, insert_for_each, own_values, parameters},
    writer::{Change, Insert, written},
};
use crate::{
    operations::records::constant,
    resources::{Projection, Resource},
};

/// The rows before the change.
pub(super) const OLD: &str = "old";
/// The rows after the change.
pub(super) const NEW: &str = "new";

/// Changes rows. They are locked in the order of their ids, so that concurrent changes of the same
/// rows don't deadlock.
pub(super) fn change(change: &Change<'_>) -> WithQuery {
    let resource = change.resource;
    let (table, id) = (resource.table.name, resource.columns.id);
    let mut old = Query::select();
    old.expr_as(Expr::col(id), "old_id")
        .expr_as(before(resource, &change.assignments, "jsonb_build_object", as_json), "before")
        .from(table)
        .cond_where(change.rows.condition(resource))
        .lock_exclusive();
    // No change writes the owner, so that the old row has the one of the event.
    if let Some(owner) = resource.owner {
        old.expr_as(Expr::col(owner), "owner");
    }
    if !change.rows.is_one() {
        old.order_by(id, Order::Asc);
    }
    let own = own_values(
        Expr::col((OLD, "old_id")),
        resource.owner.map(|_| Expr::col((OLD, "owner"))),
        Expr::col((OLD, "before")),
    );
    let event = parameters(resource.name, change.action, DbBackend::Postgres);
    let event = event.into_iter().chain(own).collect();
    let events = insert_for_each(event, Query::select().from(OLD).take());
    let same = Condition::all().add(Expr::col((table, id)).equals((OLD, "old_id")));
    let mut update = resource.update(change.written(DbBackend::Postgres), same, change.projection);
    update.from(OLD);
    let mut with = Query::with();
    with.cte(cte(OLD, old)).cte(cte("events", events));
    with.query(update)
}

/// Inserts a row.
pub(super) fn insert(insert: &Insert<'_>) -> WithQuery {
    let (resource, projection) = (insert.resource, insert.projection);
    let written = written(resource, &insert.assignments, DbBackend::Postgres).collect();
    let mut new = resource.insert(written, insert.condition());
    new.returning(Query::returning().exprs(columns(resource, projection)));
    let own = own_values(
        Expr::col((NEW, resource.columns.id)),
        resource.owner.map(|owner| Expr::col((NEW, owner))),
        constant(None::<String>),
    );
    let event = parameters(resource.name, Action::Created, DbBackend::Postgres);
    let event = event.into_iter().chain(own).collect();
    let events = insert_for_each(event, Query::select().from(NEW).take());
    let mut with = Query::with();
    with.cte(cte(NEW, new)).cte(cte("events", events));
    // The new rows get the name of their table, which projections expect.
    let rows =
        Query::select().exprs(resource.wanted(projection)).from_as(NEW, resource.table.name).take();
    with.query(rows)
}

/// Names a part of a statement.
pub(super) fn cte(
    name: &'static str,
    query: impl Into<SubQueryStatement>,
) -> CommonTableExpression {
    let mut cte = CommonTableExpression::new();
    cte.table_name(name).query(query);
    cte
}

/// The columns of a row that the projection and the event need.
fn columns(resource: &Resource, projection: &Projection) -> impl Iterator<Item = SimpleExpr> {
    let projection =
        projection.with(resource, &[resource.columns.id]).with(resource, resource.owner.as_slice());
    let columns = &resource.table.columns;
    projection
        .columns
        .into_iter()
        .map(|place| Expr::col((resource.table.name, columns[place].name)))
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
