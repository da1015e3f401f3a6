//! The router of both APIs.

use axum::{
    Router,
    extract::{Request, State},
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS},
    },
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use std::{pin::pin, sync::Arc};

use super::{
    layers::{
        CrossOrigin, RequestTimeout, catch_panics, compress, hold_response, limit_time,
        log_request, require_database, validate_headers,
    },
    responses::{api_of, error_response},
};
use crate::{
    api::{
        graphql::{self, Settings},
        http::{
            Allowance, Coding, ExtensionOrDefault, HttpError, Origins, RateLimitStates, Stopping,
            allow_reading,
        },
        pages, rest,
    },
    app::App,
    auth::Api,
    error::Error,
    store::Tables,
    telemetry::request_log,
};

/// The path that answers while the process runs, even without database.
const LIVEZ: &str = "/livez";
/// The path that answers while the database does. Supervisors and load balancers poll both.
const READYZ: &str = "/readyz";

/// The router of the whole service, without other origins.
pub fn router(app: Arc<App>, settings: &Settings) -> Router {
    router_for_origins(app, settings, None)
}

/// The router of the whole service, for pages of these origins.
pub fn router_for_origins(app: Arc<App>, settings: &Settings, origins: Option<Origins>) -> Router {
    // The console sends documents of its own.
    let console = (!settings.trusted_only).then(|| pages::console(app.sign_in.get()));
    let cross_origin = origins.map(|origins| Arc::new(CrossOrigin::new(origins)));
    Router::new()
        .route(LIVEZ, get(alive).options(allow_reading))
        .route(READYZ, get(ready).options(allow_reading))
        .with_state(Arc::clone(&app))
        .merge(graphql::router(Arc::clone(&app), settings))
        .merge(rest::router(Arc::clone(&app), settings.timeouts))
        .merge(pages::router(console, !settings.hide_schema, rest::error_response))
        .fallback(|| async { rest::error_response(&HttpError::NoSuchPath) })
        .layer(from_fn_with_state((app, cross_origin), respond))
}

/// The state that answering takes. It has the application, and which pages of other origins are
/// answered.
type Answering = (Arc<App>, Option<Arc<CrossOrigin>>);

/// Responds to a request. One layer does it all: for each request a router clones and boxes every
/// layer it has.
async fn respond(
    State((app, cross_origin)): State<Answering>,
    request: Request,
    next: Next,
) -> Response {
    let api = api_of(request.uri().path());
    let respond = async |request: Request| match &cross_origin {
        None => answer(&app, api, None, request, next).await,
        // Around everything else: without its headers a page can't read an error either, and a
        // preflight takes nothing of the rest.
        Some(it) => {
            let answer = async |request| answer(&app, api, Some(&**it), request, next).await;
            Box::pin(it.respond(request, answer)).await
        }
    };
    log_request(request, api, &app.metrics, respond).await
}

/// Answers a request within its limits.
async fn answer(
    app: &App,
    api: Api,
    cross_origin: Option<&CrossOrigin>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    // Counted before any other work. Without a limit are the paths that supervisors poll.
    let rate_limits = match request.extensions().get::<Allowance>() {
        Some(allowance) if ![LIVEZ, READYZ].contains(&path) => allowance.count(app, api).await,
        _ => RateLimitStates::default(),
    };
    let takes_database = path != LIVEZ;
    let coding = Coding::accepted(request.headers());
    let is_strict = api == Api::Graphql && graphql::is_strict(request.headers());
    let wants_problem = api == Api::Rest && rest::wants_problem(request.headers());
    let response = async {
        validate_headers(&request)?;
        rate_limits.check()?;
        cross_origin.map_or(Ok(()), |it| it.check_socket(&request))?;
        let limit = request.extensions().get::<RequestTimeout>().cloned();
        let response = catch_panics(next.run(request));
        if takes_database {
            limit_time(limit, pin!(require_database(&app.database, response))).await
        } else {
            Ok(response.await?)
        }
    };
    let mut response =
        response.await.unwrap_or_else(|error: HttpError| error_response(api, &error));
    if wants_problem {
        response = rest::problem(response).await;
    }
    response = compress(coding, response).await;
    if let Err(error) = hold_response(&app.held_responses, &mut response) {
        response = error_response(api, &error.into());
        if wants_problem {
            response = Box::pin(rest::problem(response)).await;
        }
    }
    let headers = response.headers_mut();
    if is_strict {
        graphql::set_strict(headers);
    }
    rate_limits.set_headers(headers);
    // What depends on the caller is for the caller alone.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// 200 while the process runs.
async fn alive() -> &'static str {
    request_log::set_operations(["livez".into()]);
    "ok"
}

/// 200 while the database answers with a current schema and its events are read, before stopping.
async fn ready(
    State(app): State<Arc<App>>,
    ExtensionOrDefault(stopping): ExtensionOrDefault<Stopping>,
) -> Response {
    request_log::set_operations(["readyz".into()]);
    let can_serve = !stopping.has_begun() && !app.feed.is_stalled();
    if can_serve && app.database.is_ready(&Tables).await {
        (StatusCode::OK, "ok").into_response()
    } else {
        rest::error_response(&Error::Unavailable.into())
    }
}
