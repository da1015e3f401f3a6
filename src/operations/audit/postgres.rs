//! PostgreSQL: locks and reads the old rows, changes them and inserts the events in one statement.

use entity::{ColumnType, Timestamp, record_event::Column};
use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{
        CommonTableExpression, Condition, Expr, ExprTrait, Order, Query, SimpleExpr,
        SubQueryStatement, WithQuery,
    },
};

use super::{
    action::Action,
    event::insert_for_each,
    writer::{AuditWriter, Change, Insert, with_timestamp},
};
use crate::{
    operations::records::{Assignment, Record, run},
    resources::{Projection, Resource},
};

/// The rows before the change.
const OLD: &str = "old";
/// The rows after the change.
pub(super) const NEW: &str = "new";

/// Changes rows. They are locked in the order of their ids, so that concurrent changes of the same
/// rows don't deadlock.
pub(super) async fn change(
    writer: &AuditWriter,
    connection: &impl ConnectionTrait,
    change: Change<'_>,
) -> Result<Vec<Record>, DbErr> {
    let (resource, projection) = (change.resource, change.projection);
    let statement = returning_rows(resource, projection, change_parts(writer, change));
    records(resource, projection, connection, &statement).await
}

/// The parts of the statement that changes rows and records it.
pub(super) fn change_parts(writer: &AuditWriter, change: Change<'_>) -> [CommonTableExpression; 3] {
    let Change { resource, action, at, assignments, condition, projection } = change;
    let table = resource.table.name;
    let old = Query::select()
        .expr_as(Expr::col(resource.columns.id), "old_id")
        .expr_as(before(resource, &assignments), "before")
        .from(table)
        .cond_where(condition)
        .order_by(resource.columns.id, Order::Asc)
        .lock_exclusive()
        .take();
    let same = Expr::col((table, resource.columns.id)).equals((OLD, "old_id"));
    let assigned = with_timestamp(resource, &assignments, at);
    let mut new = resource.update(assigned, Condition::all().add(same), projection);
    new.from(OLD).returning(
        Query::returning().exprs(columns(resource, projection).chain([Expr::col((OLD, "before"))])),
    );
    let before = Expr::col((NEW, "before"));
    let events = events(writer, resource, action, &assignments, at, before);
    [cte(OLD, old), cte(NEW, new), events]
}

/// Inserts a row.
pub(super) async fn insert(
    writer: &AuditWriter,
    connection: &impl ConnectionTrait,
    insert: Insert<'_>,
) -> Result<Option<Record>, DbErr> {
    let Insert { resource, at, assignments, condition, projection } = insert;
    let mut new = resource.insert(assignments.clone(), condition, projection);
    new.returning(Query::returning().exprs(columns(resource, projection)));
    let before = Expr::value(None::<serde_json::Value>);
    let events = events(writer, resource, Action::Created, &assignments, at, before);
    let statement = returning_rows(resource, projection, [cte(NEW, new), events]);
    Ok(records(resource, projection, connection, &statement).await?.pop())
}

/// Inserts an event for each of the new rows.
fn events(
    writer: &AuditWriter,
    resource: &Resource,
    action: Action,
    assignments: &[Assignment],
    at: Timestamp,
    before: SimpleExpr,
) -> CommonTableExpression {
    let owner = resource.owner.map_or(Expr::value(None::<i64>), |it| Expr::col((NEW, it)));
    let own = [
        (Column::RecordId, Expr::col((NEW, resource.columns.id))),
        (Column::OwnerId, owner),
        (Column::Before, before),
    ];
    let event = writer.values(resource, action, assignments, at).into_iter().chain(own).collect();
    cte("events", insert_for_each(event, Query::select().from(NEW).take()))
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

/// A statement that returns the new rows under the name of their table, which projections expect.
fn returning_rows(
    resource: &Resource,
    projection: &Projection,
    parts: impl IntoIterator<Item = CommonTableExpression>,
) -> WithQuery {
    let mut with = Query::with();
    for part in parts {
        with.cte(part);
    }
    let rows =
        Query::select().exprs(resource.wanted(projection)).from_as(NEW, resource.table.name).take();
    with.query(rows)
}

async fn records(
    resource: &'static Resource,
    projection: &Projection,
    connection: &impl ConnectionTrait,
    statement: &WithQuery,
) -> Result<Vec<Record>, DbErr> {
    let rows = run(connection, statement).await?;
    rows.iter().map(|row| Record::from_row(resource, projection, row)).collect()
}

/// The values of the assigned columns before the change, as a JSON object.
fn before(resource: &Resource, assignments: &[Assignment]) -> SimpleExpr {
    let audited = assignments.iter().filter(|(name, _)| resource.is_audited(name));
    let pairs: Vec<String> = audited
        .filter_map(|(name, _)| resource.table.column(name))
        .map(|column| format!("'{}', {}", column.name, as_json(column.name, column.column_type)))
        .collect();
    // The names of columns are constants, so they need no escaping.
    Expr::cust(format!("jsonb_build_object({})", pairs.join(", ")))
}

/// The value of a column as responses show it (D19).
fn as_json(column: &str, column_type: ColumnType) -> String {
    match column_type {
        ColumnType::Time => {
            format!(r#"to_char("{column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#)
        }
        _ => format!(r#"to_jsonb("{column}")"#),
    }
}
