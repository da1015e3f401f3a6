//! Rows of any table of another program that are there, by the names of their columns.

use futures_util::FutureExt;
use serde_json::{Value as Json, json};

use crate::{
    actions::{
        action::{Act, Action, Example, PlainChange},
        entry::{body, entry, get, plain, post, route, views},
        route::{Method, Route, Tag},
    },
    changes::{Shows, adopted as change},
    error::Code,
    operations::adopted::ShownRow,
    parameters::{Pages, of_adopted_rows},
    reads::{Finds, adopted},
    resources::{DefaultValue, Input, RequestBody, Rule},
    views::{Described, PRESENT},
};

pub(in crate::actions) fn adopted_rows() -> Action {
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

pub(in crate::actions) fn create_adopted_row() -> Action {
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

pub(in crate::actions) fn update_adopted_row() -> Action {
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
