//! Routes of the REST API, made from the table of operations.

use axum::{
    Router,
    extract::{Path, Request, State, rejection::PathRejection},
    http::HeaderValue,
    routing::{MethodFilter, MethodRouter, get, on, options},
};
use std::{collections::BTreeMap, sync::Arc};

use super::{
    changes,
    reads::{self, PathParameters, Streams},
    responses::error_response,
};
use crate::{
    actions::{Act, Action, Method, actions},
    api::{
        http::{ACCEPT_PATCH, HttpError, PATCH_TYPES, Timeouts, allow, allow_reading},
        rest::openapi::{DOCUMENT_PATH, document},
    },
    app::App,
    operations::audit::SharedChanges,
    telemetry::request_log,
};

/// The documented operations, and the document that describes them. Streams have these timeouts.
pub fn router(app: Arc<App>, timeouts: Timeouts) -> Router {
    let router = Router::new().route(DOCUMENT_PATH, get(document).options(allow_reading));
    let streams = Streams { timeouts, shared: SharedChanges::default() };
    let router = actions().iter().fold(router, |router, it| mount(router, it, &streams));
    methods()
        .into_iter()
        .fold(router, |router, (path, methods)| router.route(path, options_of(&methods)))
        .method_not_allowed_fallback(|| async { error_response(&HttpError::MethodNotAllowed) })
        .with_state(app)
}

/// The methods of each path.
fn methods() -> BTreeMap<&'static str, Vec<Method>> {
    let mut methods: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (method, path) in actions().iter().filter_map(Action::rest) {
        methods.entry(path).or_default().push(method);
    }
    methods
}

/// Answers `OPTIONS` with these methods, before any credential is looked at.
fn options_of(methods: &[Method]) -> MethodRouter<Arc<App>> {
    let head = methods.contains(&Method::Get).then_some("HEAD");
    let names = methods.iter().map(|method| method.name()).chain(head).chain(["OPTIONS"]);
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

fn mount(router: Router<Arc<App>>, action: &'static Action, streams: &Streams) -> Router<Arc<App>> {
    let Some((method, path)) = action.rest() else { return router };
    let streams = action.route.as_ref().and_then(|it| it.streams).map(|_| streams.clone());
    let name = Arc::<str>::from(action.name.as_str());
    let run = async move |State(app): State<Arc<App>>, path: Parameters, request: Request| {
        request_log::set_operations([name]);
        // What can't be read is nowhere to be found.
        let path = path.map(|Path(parameters)| parameters).unwrap_or_default();
        match action.act {
            Act::Read(read) => {
                reads::run(&app, action, read, path, request, streams.as_ref()).await
            }
            _ => changes::run(&app, action, path, request).await,
        }
    };
    router.route(path, on(filter(method), run))
}

/// A route for GET answers HEAD too.
const fn filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
    }
}

/// The parameters in a path, percent-decoded.
type Parameters = Result<Path<PathParameters>, PathRejection>;
