//! Which path and method leads to which operation.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Path, Request, State, rejection::PathRejection},
    routing::{MethodRouter, get, patch, post, put},
};

use super::{
    answers::refused,
    handlers::{create, restore, update},
    openapi::document,
};
use crate::{
    app::App,
    http::Refusal,
    operations::{Absent, Target},
    resources::{self, Resource},
};

/// The documented operations of every kind, and the document that describes them.
pub fn router(app: Arc<App>) -> Router {
    resources::all()
        .iter()
        .fold(Router::new(), mount)
        .route("/api/v1/openapi.json", get(document))
        .method_not_allowed_fallback(|| async { refused(&Refusal::MethodNotAllowed) })
        .with_state(app)
}

fn mount(router: Router<Arc<App>>, resource: &'static Resource) -> Router<Arc<App>> {
    let mut router = router;
    if let Some(description) = &resource.restore {
        let handler = move |State(app): State<Arc<App>>, key: Key, request: Request| async move {
            restore(&app, target(resource, key), request.headers()).await
        };
        router = router.route(description.path, post(handler));
    }
    if let Some(description) = &resource.update {
        router = router.route(description.path, updates(resource));
    }
    if let Some(posted) = resource.create.as_ref().and_then(|create| create.rest.as_ref()) {
        let handler = move |State(app): State<Arc<App>>, request: Request| async move {
            create(&app, resource, request).await
        };
        router = router.route(posted.path, post(handler));
    }
    router
}

fn updates(resource: &'static Resource) -> MethodRouter<Arc<App>> {
    let handler = move |absent: Absent| {
        move |State(app): State<Arc<App>>, key: Key, request: Request| async move {
            update(&app, target(resource, key), absent, request).await
        }
    };
    put(handler(Absent::Reset)).merge(patch(handler(Absent::Kept)))
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
