//! Rows of one table of another program, by its columns as they were when the server began.

use futures_util::FutureExt;

use crate::{
    actions::{
        action::{Act, Action, Example, PlainChange, Selects},
        entry::{entry, get, permitted, plain, post, route, views},
        route::{Method, PathExample, PathParameter, Route, Tag},
    },
    changes::{Shows, adopted as change},
    error::Code,
    parameters::{Pages, of_typed_rows},
    reads::{Finds, ReadViews, adopted},
    resources::{Absent, Admits, RequestBody, RequestOption},
    views::{PRESENT, TypedTable, Writes},
};

/// The rows of one table, by its columns as they were when the server began.
pub(in crate::actions) fn typed_rows(table: &'static TypedTable) -> Action {
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
        parameters: of_typed_rows(),
        pages: Some(Pages::Forward),
        ..permitted(&table.view, list)
    }
}

/// One of them, by its id.
pub(in crate::actions) fn typed_row(table: &'static TypedTable) -> Action {
    let TypedTable { name, title, .. } = table;
    let description = format!("A row of `{name}` that is there, by its id; null if there is none.");
    let route = get(
        Tag::Trash,
        format!("{PRESENT}/{name}/{{id}}"),
        format!("getRowOf{title}"),
        format!("Get a row of {name}"),
        "The row.",
    );
    let route = route.at(ROW).missing("Row").versioned();
    let run: ReadViews = |asked| adopted::typed_row(asked).boxed();
    let row = views(&format!("rowOf{title}"), Finds::One(&table.row), run, route, description);
    permitted(&table.view, row)
}

/// Creates one of them, where columns are open for it.
pub(in crate::actions) fn create_typed_row(table: &'static TypedTable) -> Option<Action> {
    let TypedTable { name, title, .. } = table;
    let route = post(
        Tag::Trash,
        format!("{PRESENT}/{name}"),
        format!("createRowOf{title}"),
        format!("Create a row of {name}"),
        "The row.",
    );
    let location = "The path of the row, relative to that of the request.";
    let route = route.creating(location, "orders/1").versioned();
    let action = write_typed(table, table.create.as_ref()?, route, "NewValues");
    Some(Action { description: format!("Creates a row of `{name}`. {WRITES}"), ..action })
}

/// Changes one of them, where columns are open for it.
pub(in crate::actions) fn update_typed_row(table: &'static TypedTable) -> Option<Action> {
    let TypedTable { name, title, .. } = table;
    let route = route(
        Tag::Trash,
        (Method::Patch, format!("{PRESENT}/{name}/{{id}}")),
        format!("updateRowOf{title}"),
        format!("Change a row of {name}"),
        "The row.",
    );
    let route = route.at(ROW).missing("Row").versioned();
    let action = write_typed(table, table.update.as_ref()?, route, "ChangedValues");
    Some(Action {
        description: format!("Changes a row of `{name}`. {WRITES}"),
        selects: Selects::One("id", "ID!", "The id of the row."),
        ..action
    })
}

/// An operation that writes a row of a typed table into the columns that are open.
fn write_typed(
    table: &'static TypedTable,
    writes: &'static Writes,
    route: Route,
    values: &str,
) -> Action {
    let is_new = route.created.is_some();
    let (absent, options): (_, &[_]) = match is_new {
        true => (Absent::Filled, &[]),
        false => (Absent::Kept, &[RequestOption::ExpectedVersion]),
    };
    let body = RequestBody {
        argument: "values",
        type_name: format!("{values}Of{}", table.title),
        description: "Its values, by column.".to_owned(),
        inputs: writes.inputs,
        absent,
    };
    let shows = Shows { about: &table.row, lacks: &[], example: None };
    let run = plain(shows, move |asked| change::write_typed(asked, table, is_new).boxed());
    let example = Example::Fields(writes.example.clone());
    let run = PlainChange { body: Some(body), example, options, ..run };
    let errors = [Code::Forbidden, Code::NotFound, Code::ValidationFailed, Code::Conflict];
    let (name, act) = (route.id.clone(), Act::Plain(run));
    Action {
        admits: Admits::Holders(&writes.permission),
        errors: errors.into(),
        route: Some(route),
        ..entry(act, name, "")
    }
}

const ROW: &[PathParameter] = &[PathParameter {
    name: "id",
    description: "Id of the row: the values of its key, with commas.",
    example: PathExample::Row,
}];

const WRITES: &str = "It is recorded, and can be taken back. Columns that are absent keep their values, or get their \
                      defaults; the row's values are shown to those who may view the table.";
