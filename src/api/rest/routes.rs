//! Routes of the REST API, made from the table of operations.

use axum::{
    Router,
    extract::{Path, Request, State, rejection::PathRejection},
    http::HeaderValue,
    routing::{MethodFilter, MethodRouter, get, on, options},
};
use std::{collections::BTreeMap, sync::Arc};

use super::{handlers::run, operations::operations, responses::error_response};
use crate::{
    api::{
        http::{ACCEPT_PATCH, HttpError, PATCH_TYPES, allow},
        rest::openapi::{DOCUMENT_PATH, document},
    },
    app::App,
    resources::{Action, Method, RecordAct, Rest},
    telemetry::request_log,
};

/// The documented operations, and the document that describes them.
pub fn router(app: Arc<App>) -> Router {
    let readable = async || allow(&HeaderValue::from_static("GET,HEAD,OPTIONS"));
    let router = operations()
        .fold(Router::new(), |router, (action, act, rest)| mount(router, action, act, rest))
        .route(DOCUMENT_PATH, get(document).options(readable));
    methods()
        .into_iter()
        .fold(router, |router, (path, methods)| router.route(path, options_of(&methods)))
        .method_not_allowed_fallback(|| async { error_response(&HttpError::MethodNotAllowed) })
        .with_state(app)
}

/// The methods of each path.
fn methods() -> BTreeMap<&'static str, Vec<Method>> {
    let mut methods: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (.., rest) in operations() {
        methods.entry(rest.path.as_str()).or_default().push(rest.method);
    }
    methods
}

/// Answers `OPTIONS` with these methods, before any credential is looked at.
fn options_of(methods: &[Method]) -> MethodRouter<Arc<App>> {
    let names = methods.iter().map(|method| method.name()).chain(["OPTIONS"]);
    let allowed = HeaderValue::try_from(names.collect::<Vec<_>>().join(","));
    let allowed = allowed.unwrap_or(HeaderValue::from_static("OPTIONS"));
    let patches = methods.contains(&Method::Patch);
    options(async move || {
        request_log::set_operations(["options".into()]);
        let mut response = allow(&allowed);
        if patches {
            response.headers_mut().insert(ACCEPT_PATCH, HeaderValue::from_static(PATCH_TYPES));
        }
        response
    })
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
        Method::Delete => MethodFilter::DELETE,
    };
    let name: Arc<str> = action.name.as_str().into();
    let handler = async move |State(app): State<Arc<App>>, key: Key, request: Request| {
        request_log::set_operations([name]);
        // A key that can't be read is one that no record has (D13).
        let key = key.ok().and_then(|Path(text)| act.resource.key.read(&text));
        run(&app, act, rest, key, request).await
    };
    router.route(&rest.path, on(method, handler))
}

/// The key in a path, percent-decoded; an error if that is not UTF-8, or the path has none.
type Key = Result<Path<String>, PathRejection>;
