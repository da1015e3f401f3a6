//! Statements that insert events.

use entity::{
    ColumnType,
    record_event::{Column, Entity},
};
use sea_orm::{
    DbBackend,
    sea_query::{Expr, ExprTrait, InsertStatement, Query, SelectStatement, SimpleExpr},
};

use super::Action;
use crate::{
    operations::rows::{Assignment, Slot, constant},
    resources::Resource,
};

/// The columns of an event and their values.
pub(super) type EventValues = Vec<(Column, SimpleExpr)>;

/// The columns with the same values in an operation's events.
pub(super) const COMMON: [(Column, Slot); 9] = [
    (Column::OperationId, Slot::OPERATION),
    (Column::ActorId, Slot::ACTOR),
    (Column::CredentialKind, Slot::CREDENTIAL_KIND),
    (Column::CredentialId, Slot::CREDENTIAL),
    (Column::Via, Slot::VIA),
    (Column::RequestId, Slot::REQUEST),
    (Column::Reason, Slot::REASON),
    (Column::After, Slot::AFTER),
    (Column::CreatedAt, Slot::AT),
];

/// The parameters that the events of one change have in common.
pub(super) fn parameters(kind: &str, action: Action, backend: DbBackend) -> EventValues {
    let common = COMMON.into_iter().map(|(column, slot)| match (column, backend) {
        (Column::After, DbBackend::Postgres) => (column, slot.expr().cast_as("jsonb")),
        _ => (column, slot.expr()),
    });
    let fixed = [(Column::Action, constant(action.name())), (Column::Kind, constant(kind))];
    fixed.into_iter().chain(common).collect()
}

/// These values, where a function makes the record's values after the change.
pub(super) fn with_after(
    values: EventValues,
    after: impl Fn(SimpleExpr) -> SimpleExpr,
) -> impl Iterator<Item = (Column, SimpleExpr)> {
    values.into_iter().map(move |(column, value)| match column {
        Column::After => (column, after(value)),
        _ => (column, value),
    })
}

/// Inserts an event for each row of a query. The values may refer to its columns.
pub(super) fn insert_for_each(
    event: impl IntoIterator<Item = (Column, SimpleExpr)>,
    mut rows: SelectStatement,
) -> InsertStatement {
    let (columns, values): (Vec<_>, Vec<_>) = event.into_iter().unzip();
    let mut insert = Query::insert();
    insert.into_table(Entity).columns(columns);
    // There are as many columns as values, because they come from one list.
    let _ = insert.select_from(rows.exprs(values).take());
    insert
}

/// The values of an event that differ between the records. `owner` is `None` if the records of the
/// kind have none.
pub(super) fn own_values(
    id: Expr,
    owner: Option<Expr>,
    before: SimpleExpr,
) -> [(Column, SimpleExpr); 3] {
    let owner = owner.unwrap_or_else(|| constant(None::<i64>));
    [(Column::RecordId, id), (Column::OwnerId, owner), (Column::Before, before)]
}

/// The assigned columns' values before the change, as a JSON object.
///
/// The engine's function makes it of pairs, whose values `as_json` shows as responses do.
pub(super) fn before(
    resource: &Resource,
    assignments: &[Assignment],
    function: &str,
    as_json: fn(&str, ColumnType) -> String,
) -> SimpleExpr {
    let audited = assignments.iter().filter(|(name, _)| resource.is_audited(name));
    let pairs: Vec<String> = audited
        .filter_map(|(name, _)| resource.table.column(name))
        .map(|column| format!("'{}', {}", column.name, as_json(column.name, column.column_type)))
        .collect();
    // The names of columns are constants, so they need no escaping.
    Expr::cust(format!("{function}({})", pairs.join(", ")))
}
