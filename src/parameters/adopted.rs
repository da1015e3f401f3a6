//! Parameters of operations on tables of other programs.

use super::{
    arguments::Arguments,
    parameter::{
        Parameter,
        ParameterType::{Bool, Text, Time},
    },
    reads::{PREVIEW, kept},
};
use crate::operations::adopted::WantedRemovals;

/// The parameter with the id of a removal.
pub const REMOVAL: &str = "removal";

/// The parameter with the table of a row.
pub const TABLE: &str = "table";

/// The parameter with the key of a row.
pub const KEY: &str = "key";

/// The parameter with the column by which rows are found.
pub const COLUMN: &str = "column";

/// The parameter with the value of that column.
pub const VALUE: &str = "value";

/// The parameters of what was removed in SQL.
pub fn of_removals() -> &'static [Parameter] {
    kept!([
        tables(),
        changes("Whether changes are listed too, of tables whose changes are recorded.")
    ])
}

/// The parameters of the rows that were removed.
pub fn of_removed_rows() -> &'static [Parameter] {
    kept!([
        Parameter {
            required: true,
            ..Parameter::new(REMOVAL, Text, "The id of the removal, from `removals`.")
        },
        tables(),
        changes("Whether rows that it changed or created are listed too, if that is recorded."),
    ])
}

/// The parameters of what is recorded of a row.
pub fn of_row_history() -> &'static [Parameter] {
    kept!([table(), Parameter { required: true, ..key("The") }])
}

/// The parameters of rows that are there.
pub fn of_adopted_rows() -> &'static [Parameter] {
    kept!([table()].into_iter().chain(which_rows()).collect::<Vec<_>>())
}

/// The same, of a table that the operation is for.
pub fn of_typed_rows() -> &'static [Parameter] {
    kept!(which_rows())
}

fn which_rows() -> [Parameter; 3] {
    [
        key("Only the row with these"),
        Parameter::new(
            COLUMN,
            Text,
            "Only rows that have `value` in this column, or null without it.",
        ),
        Parameter::new(
            VALUE,
            Text,
            "The value of `column` as text, which the database converts to its type.",
        ),
    ]
}

fn key(which: &str) -> Parameter {
    let description = format!("{which} values of its key, in the order of the key's columns.");
    Parameter::list(KEY, Text, description)
}

fn table() -> Parameter {
    let table = Parameter::new(TABLE, Text, "The table, as `kinds.toml` calls it.");
    Parameter { required: true, ..table }
}

/// The parameters of an undo of what was removed in SQL.
pub fn of_undo_removals() -> &'static [Parameter] {
    kept!([
        Parameter::list("removals", Text, "The ids of the removals, from `removals`."),
        Parameter::new("since", Time, "What was removed at this time or later."),
        Parameter::new("until", Time, "Only what was removed at this time or earlier."),
        tables(),
        Parameter::new("role", Text, "Only what this role of the database removed."),
        changes(
            "Whether rows get values back that were changed, and rows that were created go, if that is recorded."
        ),
        Parameter::new(PREVIEW, Bool, "Whether nothing is changed."),
    ])
}

/// The parameter by which changes are asked for beside removals.
pub const CHANGES: &str = "changes";

fn changes(description: &'static str) -> Parameter {
    Parameter::new(CHANGES, Bool, description)
}

fn tables() -> Parameter {
    Parameter::list("tables", Text, "Only rows of these tables, as `kinds.toml` calls them.")
}

/// The removals in SQL that arguments ask for.
pub fn removals_of(arguments: &Arguments) -> WantedRemovals {
    WantedRemovals {
        ids: owned(arguments, "removals"),
        since: arguments.time("since"),
        until: arguments.time("until"),
        tables: tables_of(arguments),
        role: arguments.text("role").map(str::to_owned),
        changes: arguments.flag(CHANGES),
    }
}

/// The tables of other programs that arguments name.
pub fn tables_of(arguments: &Arguments) -> Option<Vec<String>> {
    owned(arguments, "tables")
}

fn owned(arguments: &Arguments, name: &str) -> Option<Vec<String>> {
    Some(arguments.texts(name)?.into_iter().map(str::to_owned).collect())
}
