//! PostgreSQL: locks and changes rows and inserts events in one statement.

use entity::{
    ColumnType,
    record_event::{Column, Entity},
};
use sea_orm::{
    DbBackend,
    sea_query::{
        CommonTableExpression, Condition, Expr, ExprTrait, Order, Query, SimpleExpr,
        SubQueryStatement, WithQuery,
    },
};

use super::{
    Action,
    each::{EACH, Each},
    event::{before, own_values, parameters},
    writer::{Change, Insert},
};
use crate::operations::rows::{constant, insert_from};

/// The rows before the change.
const OLD: &str = "old";
/// The columns of the rows before the change.
const OLD_ID: &str = "old_id";
const OWNER: &str = "owner";
const BEFORE: &str = "before";
/// The rows after the change.
const NEW: &str = "new";

/// Changes rows. They are locked in the order of their ids, so that concurrent changes of the same
/// rows don't deadlock. Rows with values of their own have been locked before.
pub(super) fn change(change: &Change<'_>, each: Option<&Each<'_>>) -> WithQuery {
    let resource = change.resource;
    let (table, id) = (resource.table.name, resource.columns.id);
    let column = |name| Expr::col((table, name));
    let mut old = change.matched(DbBackend::Postgres, each);
    old.expr_as(column(id), OLD_ID)
        .expr_as(before(resource, change.names(each), "jsonb_build_object", as_json), BEFORE);
    // No change writes the owner, so that the old row has the one of the event.
    if let Some(owner) = resource.owner {
        old.expr_as(column(owner), OWNER);
    }
    match each {
        Some(each) => {
            let values = each.written(resource, EACH).map(|(_, value)| value);
            old.exprs(values);
        }
        None => drop(old.lock_exclusive()),
    }
    if !change.rows.is_one() {
        old.order_by(id, Order::Asc);
    }
    let column = |name| Expr::col((OLD, name));
    let own = own_values(column(OLD_ID), resource.owner.map(|_| column(OWNER)), column(BEFORE));
    let after = each.map(|each| each.after(resource, false, as_json, DbBackend::Postgres));
    let event = parameters(resource.name, change.action, after, DbBackend::Postgres);
    let same = Condition::all().add(Expr::col((table, id)).equals((OLD, OLD_ID)));
    let written = change.written(DbBackend::Postgres, each.map(|each| (each, OLD)));
    let mut update = resource.update(written, same, change.projection);
    update.from(OLD);
    with_events(OLD, old, event.chain(own), update)
}

/// Inserts rows.
pub(super) fn insert(insert: &Insert<'_>, each: Option<&Each<'_>>) -> WithQuery {
    let (resource, projection) = (insert.resource, insert.projection);
    let mut new = insert.statement(DbBackend::Postgres, each);
    // The event needs the id and the owner, and the values of each row.
    let needed = projection.with(resource, &[resource.columns.id]);
    let needed = needed.with(resource, resource.owner.as_slice());
    let needed = needed.with(resource, each.map_or(&[], |each| each.columns));
    new.returning(Query::returning().exprs(resource.columns_of(&needed)));
    let own = own_values(
        Expr::col((NEW, resource.columns.id)),
        resource.owner.map(|owner| Expr::col((NEW, owner))),
        constant(None::<String>),
    );
    let after = each.map(|each| each.after(resource, true, as_json, DbBackend::Postgres));
    let event = parameters(resource.name, Action::Created, after, DbBackend::Postgres);
    // The new rows get the name of their table, which projections expect.
    let rows =
        Query::select().exprs(resource.wanted(projection)).from_as(NEW, resource.table.name).take();
    with_events(NEW, new, event.chain(own), rows)
}

/// Runs a query of named rows, and inserts an event for each.
fn with_events(
    name: &'static str,
    rows: impl Into<SubQueryStatement>,
    event: impl IntoIterator<Item = (Column, SimpleExpr)>,
    query: impl Into<SubQueryStatement>,
) -> WithQuery {
    let (mut named, mut events) = (CommonTableExpression::new(), CommonTableExpression::new());
    named.table_name(name).query(rows);
    let rows = Query::select().from(name).take();
    events.table_name("events").query(insert_from(Entity, event, rows));
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
