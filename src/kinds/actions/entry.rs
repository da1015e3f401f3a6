//! The defaults of an entry.

use crate::resources::{Act, Action, Method, Route};

/// An entry without a permission, events and errors.
pub(super) fn entry(act: Act, name: impl Into<String>, description: impl Into<String>) -> Action {
    Action {
        act,
        name: name.into(),
        description: description.into(),
        permission: None,
        events: &[],
        errors: Vec::new(),
        route: None,
    }
}

/// A REST operation that reads.
pub(super) fn get(
    path: impl Into<String>,
    id: impl Into<String>,
    summary: impl Into<String>,
) -> Option<Route> {
    route(Method::Get, path, id, summary)
}

/// A REST operation that changes something.
pub(super) fn post(
    path: impl Into<String>,
    id: impl Into<String>,
    summary: impl Into<String>,
) -> Option<Route> {
    route(Method::Post, path, id, summary)
}

pub(super) fn route(
    method: Method,
    path: impl Into<String>,
    id: impl Into<String>,
    summary: impl Into<String>,
) -> Option<Route> {
    Some(Route { method, path: path.into(), id: id.into(), summary: summary.into() })
}
