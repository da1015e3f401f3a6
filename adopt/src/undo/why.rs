//! Why rows don't come back, or what is different about them, by code.

use sea_orm::DbErr;

use crate::{coded, sql};

coded! {
    /// Why rows don't come back, or what is different about them.
    #[derive(serde::Deserialize)]
    Why:

    // Why they don't come back.
    KeyTaken = "its key is taken meanwhile",
    UniqueTaken { constraint: String } = "{constraint} is taken meanwhile",
    Earlier = "its earlier state comes back",
    ChangedSince = "it has changed since, or is gone",
    TooManyKept = "there were too many at once to keep them",
    Erased = "its values were erased",
    TableGone = "its table is gone, or no longer adopted",
    NoTable = "its table is gone",
    KeyGone { column: String } = "its key {column:?} is gone",
    ColumnGone { column: String, new: String } = "its column {column:?} is gone or has become {new:?}",
    Triggered = "a trigger of the database leaves it out",
    MissingParent { constraint: String } = "what it refers to by {constraint} is missing",
    Referred { table: String } = "other rows refer to it: {table}",
    Refused { says: String } = "{says}",

    // What is different about those that do.
    Without { columns: String } = "without the columns that are gone: {columns}",
    ChangedBy { columns: String } = "changed by the database: {columns}",
    ChangedHere { columns: String } = "changed since, or by the database: {columns}",
}

/// The parameter that a query replaces.
pub(super) const HERE: &str = "?";

impl Why {
    /// As the table of an undo keeps it.
    pub(super) fn kept(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As the table of an undo keeps it, in SQL.
    pub(super) fn sql(&self) -> String {
        sql::text(&self.kept())
    }

    /// The same with a parameter from SQL, which is JSON, instead of [`HERE`].
    pub(super) fn with(&self, json: &str) -> String {
        format!("replace({}, '\"{HERE}\"', {json})", self.sql())
    }

    /// Reads what was kept.
    pub(super) fn read(kept: Option<&str>) -> Result<Option<Self>, DbErr> {
        let read = kept.map(serde_json::from_str).transpose();
        read.map_err(|error| DbErr::Json(error.to_string()))
    }
}
