//! What was removed in SQL from tables of other programs.

use adopt::{Outcome, Part, Removed};
use entity::Timestamp;
use serde_json::json;

use super::{
    Holds, Shown,
    example::{NOW, account},
    view,
};
use crate::operations::adopted::{BroughtBack, LabelledRow, ShownRow, TableCoverage, account_of};

/// The table of the examples.
const TABLE: &str = "orders";

view! { TableCoverage, "AdoptedTable", "A table of another program, of which the database keeps what is deleted.", |it| {
    name: Holds::Text => it.table.name.as_str(), TABLE, "Its name in `kinds.toml`.";
    since: Holds::Time.or_null() => it.since, NOW,
        "Since when what is deleted is kept; null if nothing is.";
    gaps: Holds::Texts => Shown::list(it.gaps.iter().map(ToString::to_string)), [""; 0],
        "What isn't kept any more, such as that a trigger is disabled. Empty: all is.";
    said in Graphql: Holds::Json => &it.gaps[..], [""; 0],
        "The same by codes with their parameters, so that clients say it in their language.";
    key: Holds::Texts => &it.table.key[..], ["id"], "The columns of its key.";
    records_changes: Holds::Flag => it.table.records_changes, false,
        "Whether what is changed and created is recorded too.";
    keep_days: Holds::Count.or_null() => it.table.keep_days.map(i64::from), 90,
        "How many days what is kept stays; null: until somebody forgets it.";
    can_restore: Holds::Flag => it.can_restore, true,
        "Whether the caller may bring back what was removed from it.";
    creatable: Holds::Texts => &it.creatable[..], [""; 0],
        "The columns that the caller may set in new rows. Empty: the caller can't create any.";
    updatable: Holds::Texts => &it.updatable[..], [""; 0], "The columns that the caller may change.";
} }

view! { Removed, "Removal", "What one transaction removed from tables of another program; on SQLite one statement.", |it| {
    id: Holds::Id => it.id.as_str(), "42", "Its id, by which `undoRemovals` names it.";
    at: Holds::Time.or_null() => Timestamp::parse(&it.at), NOW, "When it was done.";
    role: Holds::Text.or_null() => it.role.as_deref(), "app_rw",
        "The role of the database that did it; null on SQLite, which has none.";
    person: Holds::Text.or_null() => it.person.as_deref(), (),
        "For whom, as the application said in its setting `reinstate.user`; null if it said nothing.";
    tables: Holds::Views(Part::about) => Shown::list(&it.parts), [Part::about().example()],
        "What was removed from each table.";
} }

view! { Part, "RemovedPart", "What one transaction removed from one table.", |it| {
    table: Holds::Text => it.kind.as_str(), TABLE, "The table.";
    rows: Holds::Count => it.rows, 3, "How many rows it removed; of more than 100,000 in all some aren't counted.";
    changed: Holds::Count => it.changed, 0, "How many rows it changed, where `changes` are asked for.";
    created: Holds::Count => it.created, 0, "How many rows it created, likewise.";
    undone: Holds::Count => it.undone, 0, "How many of them have come back, or were taken back.";
    lost: Holds::Count => it.lost, 0, "How many are not kept: they were too many at once, or are erased.";
    undone_by: Holds::Actor.or_null()
        => it.undone_by.as_deref().and_then(account_of).map(Shown::Account), account(),
        "The account that brought them back; null if none did, or the command line did.";
} }

view! { LabelledRow, "RemovedRow", "A row that was removed, changed or created.", |it| {
    id: Holds::Id => it.row.id.to_string(), "7", "Its number; rows that were removed later have higher ones.";
    table: Holds::Text => it.row.kind.as_str(), TABLE, "The table.";
    label: Holds::Text.or_null() => it.label.as_deref(), "Harbour",
        "What people know the row by; null if `kinds.toml` names no column.";
    values: Holds::Json.or_null() => it.values.as_ref(), json!({ "id": 1, "customer": "Harbour" }),
        "Its values before by column, without hidden ones; null if it is new, wasn't kept, or is longer than 64 KiB.";
    after: Holds::Json.or_null() => it.after.as_ref(), (),
        "Its values after, likewise; null if it is gone.";
    action: Holds::Text => it.row.action.as_str(), "delete",
        "What was done: `delete`, `hide` (the application said when it was deleted), `create`, `change`, or `update` (a \
         deletion elsewhere set a reference to null).";
    removal: Holds::Id => it.row.removal.as_str(), "42", "The id of the transaction.";
    at: Holds::Time.or_null() => Timestamp::parse(&it.row.at), NOW, "When it was done.";
    role: Holds::Text.or_null() => it.row.role.as_deref(), "app_rw", "The role of the database that did it.";
    person: Holds::Text.or_null() => it.row.person.as_deref(), (), "For whom, as the application said.";
    undone_at: Holds::Time.or_null() => it.row.undone_at.as_deref().and_then(Timestamp::parse), (),
        "When it came back; null if it didn't.";
} }

view! { ShownRow, "AdoptedRow", "A row of a table of another program that is there.", |it| {
    key: Holds::Texts => &it.key[..], ["1"], "The values of its key as text, in the order of the key's columns.";
    label: Holds::Text.or_null() => it.label.as_deref(), "Harbour",
        "What people know the row by; null if `kinds.toml` names no column.";
    values: Holds::Json.or_null() => it.values.as_ref(), json!({ "id": 1, "customer": "Harbour" }),
        "Its values by column, without hidden ones; null if it is longer than 64 KiB.";
    version: Holds::Text.or_null() => it.version.as_deref(), "739",
        "What changes with the row, whoever writes it; `updateAdoptedRow` takes it. On SQLite null with the values.";
} }

view! { BroughtBack, "RemovalUndo", "What an undo of removals did, or would do.", |it| {
    preview: Holds::Flag => it.is_preview, false, "Whether it was a preview, which changed nothing.";
    outcomes: Holds::Views(Outcome::about) => Shown::list(&it.outcomes), [Outcome::about().example()],
        "What became of the rows, by table and reason. Empty: there was nothing to bring back.";
    warnings: Holds::Texts => &it.warnings[..], [""; 0],
        "What wasn't kept since the time that is asked for, by table.";
} }

view! { Outcome, "RemovalOutcome", "What became of rows of one table.", |it| {
    table: Holds::Text => it.kind.as_str(), TABLE, "The table.";
    rows: Holds::Count => it.rows, 3, "How many rows.";
    reason: Holds::Text.or_null() => it.reason.as_ref().map(ToString::to_string), (),
        "Why they don't come back; null: they do.";
    remark: Holds::Text.or_null() => it.remark.as_ref().map(ToString::to_string), (),
        "What is different about rows that come back; null: nothing.";
    said in Graphql: Holds::Json.or_null() => it.reason.as_ref().or(it.remark.as_ref()), (),
        "The reason or the remark by a code with its parameters, so that clients say it in their language.";
} }
