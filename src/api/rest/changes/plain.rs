//! Runs the operations that change something else than one record of a kind.

use axum::{http::StatusCode, response::Response};
use std::sync::Arc;

use crate::{
    actions::{Action, PlainChange, Route, Selects},
    api::rest::{
        query::{Query, filter},
        reads::PathParameters,
        responses::{created_at, json_within},
        views::{Accounts, Body, bare, version},
    },
    app::App,
    auth::{Api, Call},
    changes::Asked,
    error::Error,
    operations::rows::{Expected, Fields, Projections, ids_only, names_only},
    resources::Resource,
    views::{About, Holds},
};

/// Runs an operation.
pub async fn change(
    app: &Arc<App>,
    call: &Arc<Call>,
    (action, change): (&'static Action, &'static PlainChange),
    path: &PathParameters,
    query: &Query,
    fields: Fields,
    expected: Expected,
) -> Result<Response, Error> {
    let about = change.shows.about;
    let filter = match action.selects {
        Selects::Matching(kind) => filter(kind, query)?,
        _ => None,
    };
    let asked = Asked {
        app,
        call,
        arguments: query,
        id: path.get("id").map(String::as_str),
        fields,
        inputs: action.inputs(),
        filter,
        expected,
        shows: &|name| about.of(Api::Rest).any(|(_, it)| it.name == name),
        projections: &|| projections(about),
    };
    let reply = (change.run)(asked).await?;
    let (view, status) = (bare(&*reply.view), status(action));
    let body = &Body(view, &Accounts::new());
    let mut response = json_within(call, status, version(action, view), body)?;
    let path = reply.path.filter(|_| status == StatusCode::CREATED);
    response.headers_mut().extend(path.and_then(created_at));
    Ok(response)
}

/// The status of a successful response.
pub const fn status(action: &Action) -> StatusCode {
    match &action.route {
        Some(Route { created: Some(_), .. }) => StatusCode::CREATED,
        _ => StatusCode::OK,
    }
}

/// What is read of the records that a view has.
fn projections(about: &About) -> Projections {
    if about.holds(|it| matches!(it, Holds::Whole(_))) {
        Arc::new(|resource: &'static Resource| &resource.whole_answer().shows)
    } else if about.holds(|it| matches!(it, Holds::Record(_) | Holds::Records(_))) {
        names_only()
    } else {
        ids_only()
    }
}
