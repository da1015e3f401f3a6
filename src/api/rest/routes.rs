//! Which path and method leads to which operation.

use axum::{
    Router,
    extract::{Path, Request, State, rejection::PathRejection},
    routing::{MethodRouter, get, patch, post, put},
};
use std::sync::Arc;

use super::{
    handlers::{create, restore, update},
    responses::refused,
};
use crate::{
    api::{http::HttpError, rest::openapi::document},
    app::App,
    kinds,
    operations::records::{Target, write::Absent},
    resources::Resource,
    telemetry::request_log,
};

/// The documented operations of every kind, and the document that describes them.
pub fn router(app: Arc<App>) -> Router {
    kinds::all()
        .iter()
        .fold(Router::new(), mount)
        .route("/api/v1/openapi.json", get(document))
        .method_not_allowed_fallback(|| async { refused(&HttpError::MethodNotAllowed) })
        .with_state(app)
}

fn mount(router: Router<Arc<App>>, resource: &'static Resource) -> Router<Arc<App>> {
    let mut router = router;
    if let Some(description) = &resource.restore {
        let name = named("restore", resource);
        let handler = move |State(app): State<Arc<App>>, key: Key, request: Request| async move {
            request_log::asked_for([name]);
            restore(&app, target(resource, key), request).await
        };
        router = router.route(description.path, post(handler));
    }
    if let Some(description) = &resource.update {
        router = router.route(description.path, updates(resource));
    }
    if let Some(description) = &resource.create
        && let Some(posted) = &description.rest
    {
        let name = named(description.verb, resource);
        let handler = move |State(app): State<Arc<App>>, request: Request| async move {
            request_log::asked_for([name]);
            create(&app, resource, request).await
        };
        router = router.route(posted.path, post(handler));
    }
    router
}

fn updates(resource: &'static Resource) -> MethodRouter<Arc<App>> {
    let handler = |absent: Absent| {
        let name = named("update", resource);
        move |State(app): State<Arc<App>>, key: Key, request: Request| async move {
            request_log::asked_for([name]);
            update(&app, target(resource, key), absent, request).await
        }
    };
    put(handler(Absent::Reset)).merge(patch(handler(Absent::Kept)))
}

/// The name of what is done, as GraphQL has it.
fn named(verb: &str, resource: &Resource) -> Arc<str> {
    format!("{verb}{}", resource.name).into()
}

/// The key in a path, percent-decoded; an error where that is not UTF-8.
type Key = Result<Path<String>, PathRejection>;

/// The record that the path names. What can't be read is no record's key (D13).
fn target(resource: &'static Resource, key: Key) -> Target {
    match key {
        Ok(Path(text)) => Target::named(resource, &text),
        Err(_) => Target { resource, key: None },
    }
}
