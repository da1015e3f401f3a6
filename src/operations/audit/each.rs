//! Values that differ between the rows of one statement.
//!
//! They are sent once, and the database reads them as rows: they don't pass through this program one
//! by one, however many there are.

use entity::ColumnType;
use sea_orm::{
    DbBackend,
    sea_query::{Expr, Func, Query, SelectStatement},
};
use serde_json::Value as Json;

use crate::resources::Resource;

/// Values of their own for several rows.
pub(crate) struct Each<'c> {
    /// Their columns. With the id they are values of existing rows.
    pub columns: &'c [&'static str],
    /// The values of each row: an array of arrays.
    pub rows: Json,
}

/// The name of the rows of values.
pub(super) const EACH: &str = "each_one";

impl Each<'_> {
    /// The values as rows.
    pub(super) fn rows(&self, resource: &Resource, backend: DbBackend) -> SelectStatement {
        let elements = match backend {
            DbBackend::Postgres => "jsonb_array_elements",
            _ => "json_each",
        };
        let mut rows = Query::select();
        for (place, name) in self.columns.iter().enumerate() {
            rows.expr_as(value(place, resource.column_type(name), backend), new(name));
        }
        rows.from_function(Func::cust(elements).arg(self.rows.clone()), "elements").take()
    }

    /// The columns to write, with the values among these rows.
    pub(super) fn written(
        &self,
        resource: &Resource,
        rows: &'static str,
    ) -> impl Iterator<Item = (&'static str, Expr)> {
        self.names(resource).map(move |name| (name, Expr::col((rows, new(name)))))
    }

    /// Adds a row's own values to those of all events, a JSON parameter. `as_json` shows them as
    /// responses do.
    ///
    /// They are in the columns that the new row has, or in those of these rows.
    pub(super) fn after(
        &self,
        resource: &Resource,
        is_new: bool,
        as_json: fn(&str, ColumnType) -> String,
        backend: DbBackend,
    ) -> String {
        let columns = self.names(resource).filter_map(|name| resource.table.column(name));
        let key = if backend == DbBackend::Postgres { "" } else { "$." };
        let pairs = columns.map(|column| {
            let stored = if is_new { column.name.to_owned() } else { new(column.name) };
            format!("'{key}{}', {}", column.name, as_json(&stored, column.column_type))
        });
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        match backend {
            DbBackend::Postgres => format!("$1 || jsonb_build_object({pairs})"),
            _ => format!("json_set(?, {pairs})"),
        }
    }

    /// The columns to write.
    pub(super) fn names(&self, resource: &Resource) -> impl Iterator<Item = &'static str> {
        self.columns.iter().copied().filter(|name| *name != resource.columns.id)
    }
}

/// The column of a value among the rows. No table has one of this name.
pub(super) fn new(name: &str) -> String {
    format!("new_{name}")
}

/// A value of a row, by its place in the array.
fn value(place: usize, column_type: ColumnType, backend: DbBackend) -> Expr {
    let value = format!(r#""elements"."value" ->> {place}"#);
    Expr::cust(match (backend, column_type) {
        (DbBackend::Postgres, ColumnType::Uuid) => format!("CAST({value} AS uuid)"),
        (DbBackend::Postgres, ColumnType::BigInt) => format!("CAST({value} AS bigint)"),
        (_, ColumnType::Uuid) => format!("unhex({value}, '-')"),
        (_, ColumnType::BigInt) => format!("CAST({value} AS INTEGER)"),
        _ => value,
    })
}
