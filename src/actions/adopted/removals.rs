//! What was removed in SQL from tables of other programs, what is recorded of their rows, and its undo.

use futures_util::FutureExt;

use crate::{
    actions::{
        action::{Act, Action, PlainChange},
        entry::{entry, get, plain, post, views},
        route::Tag,
    },
    app::Load,
    changes::{Shows, adopted as change},
    error::Code,
    operations::adopted::{BroughtBack, LabelledRow, TableCoverage},
    parameters::{Pages, of_removals, of_removed_rows, of_row_history, of_undo_removals},
    reads::{Finds, adopted},
    views::Described,
};

pub(in crate::actions) fn adopted_tables() -> Action {
    let description = "The tables of other programs that `serve --kinds` shows and the caller may view, and what the \
                       database keeps of what is deleted from them. Each has permissions of its own: \
                       `adopted.NAME.view`, `restore`, `create` and `update`; with `.own` behind them, where rows have owners, \
                       for the rows of the caller's account.";
    let route = get(
        Tag::Trash,
        "/api/v1/adopted/tables",
        "listAdoptedTables",
        "List the tables of other programs",
        "What is kept of each table.",
    );
    let finds = Finds::All(TableCoverage::about());
    views("adoptedTables", finds, |asked| adopted::tables(asked).boxed(), route, description)
}

pub(in crate::actions) fn removals() -> Action {
    let description = "What was deleted in SQL, past every API, from tables of other programs that the caller may view: \
                       transaction by transaction, the newest first. On SQLite they are statements.";
    let route = get(
        Tag::Trash,
        "/api/v1/adopted/removals",
        "listRemovals",
        "List what was removed in SQL",
        "A page of removals.",
    )
    .paged();
    let finds = Finds::Page(adopt::Removed::about(), "removals");
    let list =
        views("removals", finds, |asked| adopted::removals(asked).boxed(), route, description);
    Action { parameters: of_removals(), pages: Some(Pages::Forward), ..list }
}

pub(in crate::actions) fn removed_rows() -> Action {
    let description = "The rows that one transaction removed from tables of other programs that the caller may view.";
    let route = get(
        Tag::Trash,
        "/api/v1/adopted/rows",
        "listRemovedRows",
        "List the rows that a removal removed",
        "A page of rows.",
    )
    .paged();
    let finds = Finds::Page(LabelledRow::about(), "rows");
    let list =
        views("removedRows", finds, |asked| adopted::rows(asked).boxed(), route, description);
    Action { parameters: of_removed_rows(), pages: Some(Pages::Forward), ..list }
}

pub(in crate::actions) fn row_history() -> Action {
    let description = "What is recorded of one row of a table of another program, the newest first: who created, changed and \
                       deleted it. Empty if the caller may not view the table.";
    let route = get(
        Tag::Trash,
        "/api/v1/adopted/history",
        "listRowHistory",
        "List what was done to a row",
        "A page of what was done to it.",
    )
    .paged();
    let finds = Finds::Page(LabelledRow::about(), "rows");
    let list =
        views("rowHistory", finds, |asked| adopted::row_history(asked).boxed(), route, description);
    Action { parameters: of_row_history(), pages: Some(Pages::Forward), ..list }
}

pub(in crate::actions) fn undo_removals() -> Action {
    let description = "Brings rows back that were deleted in SQL from tables of other programs, of those where the \
                       caller may: parents with what refers to them, in one transaction, as they were. What can't \
                       come back has its reason. A preview does the same and takes it back.";
    let route = post(
        Tag::Trash,
        "/api/v1/adopted/undo",
        "undoRemovals",
        "Bring back what was removed in SQL",
        "What became of the rows.",
    );
    let run = plain(Shows::all::<BroughtBack>(), |asked| change::undo(asked).boxed());
    let run = PlainChange { load: Load::WritesMany, ..run };
    Action {
        parameters: of_undo_removals(),
        errors: vec![Code::Forbidden, Code::Conflict],
        route: Some(route),
        ..entry(Act::Plain(run), "undoRemovals", description)
    }
}
