//! Routes of the REST API, made from the table of operations.

use axum::{
    Router,
    extract::{Path, Request, State, rejection::PathRejection},
    routing::{MethodFilter, get, on},
};
use std::sync::Arc;

use super::{handlers::run, responses::error_response};
use crate::{
    api::{http::HttpError, rest::openapi::document},
    app::App,
    kinds,
    resources::{Act, Action, Method, RecordAct, Rest},
    telemetry::request_log,
};

/// Every operation of the REST API, with its entry.
pub fn operations() -> impl Iterator<Item = (&'static Action, &'static RecordAct, &'static Rest)> {
    kinds::actions().iter().filter_map(|action| match &action.act {
        Act::Record(act) => act.rest.as_ref().map(|rest| (action, act, rest)),
        Act::Read(_) | Act::Bulk(_) | Act::Inbox(_) => None,
    })
}

/// The documented operations, and the document that describes them.
pub fn router(app: Arc<App>) -> Router {
    operations()
        .fold(Router::new(), |router, (action, act, rest)| mount(router, action, act, rest))
        .route("/api/v1/openapi.json", get(document))
        .method_not_allowed_fallback(|| async { error_response(&HttpError::MethodNotAllowed) })
        .with_state(app)
}

fn mount(
    router: Router<Arc<App>>,
    action: &'static Action,
    act: &'static RecordAct,
    rest: &'static Rest,
) -> Router<Arc<App>> {
    let method = match rest.method {
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
    };
    let name: Arc<str> = action.name.as_str().into();
    let handler = async move |State(app): State<Arc<App>>, key: Key, request: Request| {
        request_log::set_operations([name]);
        // A key that can't be read is one that no record has (D13).
        let key = key.ok().and_then(|Path(text)| act.resource.key.read(&text));
        run(&app, act, rest, key, request).await
    };
    router.route(rest.path, on(method, handler))
}

/// The key in a path, percent-decoded; an error if that is not UTF-8, or the path has none.
type Key = Result<Path<String>, PathRejection>;
