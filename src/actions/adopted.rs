//! Operations on tables of other programs: what was removed from them in SQL, and their rows.

use futures_util::FutureExt;
use serde_json::{Value as Json, json};

use super::{
    action::{Act, Action, Example, PlainChange},
    entry::{body, entry, get, plain, post, route, views},
    route::{Method, Route, Tag},
};
use crate::{
    app::Load,
    changes::{Shows, adopted as change},
    error::Code,
    operations::adopted::{BroughtBack, LabelledRow, ShownRow, TableCoverage},
    parameters::{
        Pages, of_adopted_rows, of_removals, of_removed_rows, of_row_history, of_typed_rows,
        of_undo_removals,
    },
    reads::{Finds, ReadViews, adopted},
    resources::{Admits, DefaultValue, Input, RequestBody, Rule},
    views::{Described, TypedTable},
};

pub(super) fn adopted_tables() -> Action {
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

pub(super) fn removals() -> Action {
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

pub(super) fn removed_rows() -> Action {
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

pub(super) fn row_history() -> Action {
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

pub(super) fn adopted_rows() -> Action {
    let description = "The rows of a table of another program that are there, in the order of their keys, or the one with a \
                       key. Empty if the caller may not view the table.";
    let route = get(
        Tag::Trash,
        PRESENT,
        "listAdoptedRows",
        "List the rows of a table that are there",
        "A page of rows.",
    )
    .paged();
    let finds = Finds::Page(ShownRow::about(), "rows");
    let list = views(
        "adoptedRows",
        finds,
        |asked| adopted::present_rows(asked).boxed(),
        route,
        description,
    );
    Action { parameters: of_adopted_rows(), pages: Some(Pages::Forward), ..list }
}

/// The rows of one table, by its columns as they were when the server began.
pub(super) fn typed_rows(table: &'static TypedTable) -> Action {
    let TypedTable { name, title, .. } = table;
    let description = format!(
        "The rows of `{name}`, a table of another program, that are there: in the order of their keys, or the one with a key. \
         Their values have the types of its columns as they were when the server began."
    );
    let route = get(
        Tag::Trash,
        format!("{PRESENT}/{name}"),
        format!("listRowsOf{title}"),
        format!("List the rows of {name}"),
        "A page of rows.",
    )
    .paged();
    let finds = Finds::Page(&table.row, "rows");
    let run: ReadViews = |asked| adopted::typed_rows(asked).boxed();
    let list = views(&format!("rowsOf{title}"), finds, run, route, description);
    Action {
        admits: Admits::Holders(&table.view),
        parameters: of_typed_rows(),
        pages: Some(Pages::Forward),
        errors: vec![Code::Forbidden],
        ..list
    }
}

pub(super) fn undo_removals() -> Action {
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

const PRESENT: &str = "/api/v1/adopted/present";

static NEW_ROW: [Input; 2] = [TABLE, VALUES];

static CHANGED_ROW: [Input; 4] = [
    TABLE,
    Input::new("key", Rule::Json, "The values of its key, by column."),
    VALUES,
    Input::new(
        "version",
        Rule::NAME,
        "The version that it must have, from `adoptedRows`; any if absent.",
    )
    .or(DefaultValue::Null),
];

const TABLE: Input = Input::new("table", Rule::NAME, "The table, as `kinds.toml` calls it.");

const VALUES: Input = Input::new(
    "values",
    Rule::Json,
    "Its values by column, of those that `creatable` or `updatable` of the table names; at most 64 KiB.",
);

pub(super) fn create_adopted_row() -> Action {
    let route =
        post(Tag::Trash, PRESENT, "createAdoptedRow", "Create a row of a table", "The row.");
    let route = route.missing("Table");
    let body = body("CreateAdoptedRowInput", "The row to create.", &NEW_ROW);
    let example = json!({ "table": "orders", "values": { "customer": "Harbour" } });
    let description = "Creates a row of a table of another program, where `kinds.toml` names the columns that clients may \
                       set. The others get their defaults. It is recorded, and can be taken back. It takes the \
                       permission `adopted.NAME.create`; the row's values are shown to those who may view the table.";
    write_row("createAdoptedRow", (body, example), route, description)
}

pub(super) fn update_adopted_row() -> Action {
    let route = route(
        Tag::Trash,
        (Method::Patch, PRESENT.to_owned()),
        "updateAdoptedRow",
        "Change a row of a table",
        "The row.",
    )
    .missing("Row");
    let body = body("UpdateAdoptedRowInput", "The row to change.", &CHANGED_ROW);
    let example =
        json!({ "table": "orders", "key": { "id": 1 }, "values": { "customer": "Quay" } });
    let description = "Changes a row of a table of another program, where `kinds.toml` names the columns that clients may \
                       change. It is recorded, and can be taken back. It takes the permission `adopted.NAME.update`; \
                       the row's values are shown to those who may view the table.";
    write_row("updateAdoptedRow", (body, example), route, description)
}

/// An operation that writes a row.
fn write_row(
    name: &str,
    (body, example): (RequestBody, Json),
    route: Route,
    description: &str,
) -> Action {
    let run = plain(Shows::all::<ShownRow>(), |asked| change::write_row(asked).boxed());
    let run = PlainChange { body: Some(body), example: Example::Fields(example), ..run };
    Action {
        errors: vec![Code::Forbidden, Code::NotFound, Code::ValidationFailed, Code::Conflict],
        route: Some(route),
        ..entry(Act::Plain(run), name, description)
    }
}
