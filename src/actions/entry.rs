//! The defaults of an entry.

use futures_util::future::BoxFuture;
use serde_json::json;

use super::{
    action::{Act, Action, Example, PlainChange, Read, Selects},
    route::{Method, PathExample, PathParameter, Route, Tag},
};
use crate::{
    app::Load,
    auth::Permission,
    changes::{Asked, Reply, Shows},
    error::{Code, Error},
    reads::{Finds, ReadViews},
    resources::{Absent, Admits, Input, RequestBody},
};

/// An entry that admits every caller, without events and errors.
pub(super) fn entry(act: Act, name: impl Into<String>, description: impl Into<String>) -> Action {
    Action {
        act,
        name: name.into(),
        description: description.into(),
        admits: Admits::All,
        selects: Selects::Nothing,
        parameters: &[],
        pages: None,
        events: &[],
        errors: Vec::new(),
        route: None,
        is_root_field: true,
    }
}

/// A change without a body, options and parameters.
pub(super) fn plain(
    shows: Shows,
    run: impl for<'a> Fn(Asked<'a>) -> BoxFuture<'a, Result<Reply, Error>> + Send + Sync + 'static,
) -> PlainChange {
    PlainChange {
        body: None,
        recipients: None,
        example: Example::Fields(json!({})),
        options: &[],
        load: Load::Small,
        shows,
        run: Box::new(run),
    }
}

/// The fields of a request. Those that are absent get their defaults.
pub(super) fn body(
    type_name: impl Into<String>,
    description: impl Into<String>,
    inputs: &'static [Input],
) -> RequestBody {
    let (type_name, description) = (type_name.into(), description.into());
    RequestBody { argument: "input", type_name, description, inputs, absent: Absent::Filled }
}

/// A REST operation that reads.
pub(super) fn get(
    tag: Tag,
    path: impl Into<String>,
    id: impl Into<String>,
    summary: impl Into<String>,
    response: impl Into<String>,
) -> Route {
    route(tag, (Method::Get, path.into()), id, summary, response)
}

/// A REST operation that changes something.
pub(super) fn post(
    tag: Tag,
    path: impl Into<String>,
    id: impl Into<String>,
    summary: impl Into<String>,
    response: impl Into<String>,
) -> Route {
    route(tag, (Method::Post, path.into()), id, summary, response)
}

/// A REST operation with that method and path.
pub(super) fn route(
    tag: Tag,
    (method, path): (Method, String),
    id: impl Into<String>,
    summary: impl Into<String>,
    response: impl Into<String>,
) -> Route {
    Route {
        method,
        path,
        id: id.into(),
        summary: summary.into(),
        tag,
        response: response.into(),
        parameters: &[],
        missing: None,
        created: None,
        paged: false,
        versioned: false,
        streams: None,
    }
}

/// The parameter of a path with the id of an operation.
pub(super) const OPERATION: &[PathParameter] = &[PathParameter {
    name: "id",
    description: "Id of the operation, from a response or its events.",
    example: PathExample::Operation,
}];

/// The parameter of a path with the global id of a record.
pub(super) const RECORD: &[PathParameter] = &[PathParameter {
    name: "id",
    description: "Global id of the record.",
    example: PathExample::Record,
}];

/// The path parameter with a role's id. The first role is the last administrator's.
pub(super) const ROLE: &[PathParameter] = &[id("Id of the role.", 2)];

/// The parameter `id` of a path: the id of a row.
pub(super) const fn id(description: &'static str, example: i64) -> PathParameter {
    PathParameter { name: "id", description, example: PathExample::Id(example) }
}

/// The entry of a query.
pub(super) fn query(
    name: impl Into<String>,
    query: Read,
    route: impl Into<Option<Route>>,
    description: impl Into<String>,
) -> Action {
    let entry = entry(Act::Read(query), name, description);
    Action { admits: Admits::Live, route: route.into(), ..entry }
}

/// The entry of a query that shows views.
pub(super) fn views(
    name: &str,
    finds: Finds,
    run: ReadViews,
    route: Route,
    description: impl Into<String>,
) -> Action {
    query(name, Read::Views(finds, run), route, description)
}

/// The entry of a query that requires a permission.
pub(super) fn permitted(permission: &'static Permission, query: Action) -> Action {
    Action { admits: Admits::Holders(permission), errors: vec![Code::Forbidden], ..query }
}
