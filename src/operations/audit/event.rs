//! Statements that insert events.

use entity::{ColumnType, record_event::Column};
use sea_orm::{
    DbBackend,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};

use super::Action;
use crate::{
    operations::rows::{Slot, constant},
    resources::Resource,
};

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

/// The values that the events of one change have in common. `after` adds a row's own values to the
/// values after the change.
pub(super) fn parameters(
    kind: &str,
    action: Action,
    after: Option<String>,
    backend: DbBackend,
) -> impl Iterator<Item = (Column, SimpleExpr)> {
    let common = COMMON.into_iter().map(move |(column, slot)| {
        let value = match (column, backend) {
            (Column::After, DbBackend::Postgres) => slot.expr().cast_as("jsonb"),
            _ => slot.expr(),
        };
        match (column, &after) {
            (Column::After, Some(after)) => (column, Expr::cust_with_expr(after.clone(), value)),
            _ => (column, value),
        }
    });
    let fixed = [(Column::Action, constant(action.name())), (Column::Kind, constant(kind))];
    fixed.into_iter().chain(common)
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

/// The columns' values before the change, as a JSON object.
///
/// The engine's function makes it of pairs, whose values `as_json` shows as responses do.
pub(super) fn before(
    resource: &Resource,
    names: impl Iterator<Item = &'static str>,
    function: &str,
    as_json: fn(&str, ColumnType) -> String,
) -> SimpleExpr {
    let audited = names.filter(|name| resource.is_audited(name));
    let pairs: Vec<String> = audited
        .filter_map(|name| resource.table.column(name))
        .map(|column| format!("'{}', {}", column.name, as_json(column.name, column.column_type)))
        .collect();
    // The names of columns are constants, so they need no escaping.
    Expr::cust(format!("{function}({})", pairs.join(", ")))
}
