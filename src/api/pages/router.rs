//! The routes of the pages.

use axum::{
    Router,
    http::{
        HeaderMap, HeaderValue,
        header::{ACCEPT, VARY},
    },
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use std::sync::Arc;

use super::files;
use crate::{
    api::http::{HttpError, Page, accepted, allow_reading},
    telemetry::request_log,
};

/// The name of all pages in the request log.
const NAME: &str = "page";

/// The routes of the console and of the documentation. Errors are answered by `refused`.
///
/// The schema is shown where clients may read it.
pub fn router(
    console: Option<Arc<Page>>,
    shows_schema: bool,
    refused: fn(&HttpError) -> Response,
) -> Router {
    let paths = [
        ("/docs/graphql", shows_schema),
        ("/schema.graphql", shows_schema),
        ("/console", console.is_some()),
        // GraphiQL sends documents of its own, like the console, and reads the schema too.
        ("/graphql", console.is_some() && shows_schema),
    ];
    let absent = paths.iter().filter(|(_, is_served)| !is_served).map(|(path, _)| *path);
    let absent: Vec<&str> = absent.collect();
    let mut router = Router::new()
        .merge(files::DOCS.router("/docs/assets", refused))
        .merge(document("/docs", files::landing(&absent), refused))
        .merge(document("/docs/api", files::rest(), refused));
    if shows_schema {
        router = router.merge(document("/docs/graphql", files::schema(&absent), refused));
    }
    // Relative, because a proxy may serve all under a prefix.
    let mut start = "docs";
    if let Some(console) = console {
        start = "console";
        router = router
            .merge(files::CONSOLE.router("/console/assets", refused))
            .merge(document("/console", Arc::clone(&console), refused))
            // The page itself shows the view that a path names.
            .merge(document("/console/{*view}", console, refused));
    }
    let browse = async move |headers: HeaderMap| {
        request_log::set_operations([NAME.into()]);
        let mut response = match takes_html(&headers) {
            true => Redirect::temporary(start).into_response(),
            false => refused(&HttpError::NoSuchPath),
        };
        response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
        response
    };
    let nothing = move || async move { refused(&HttpError::NoSuchPath) };
    router.route("/", get(browse).options(allow_reading).fallback(nothing))
}

/// The route of one page.
fn document(path: &str, page: Arc<Page>, refused: fn(&HttpError) -> Response) -> Router {
    let read = async move |headers: HeaderMap| {
        request_log::set_operations([NAME.into()]);
        page.response(&headers).await
    };
    let not_allowed = move || async move { refused(&HttpError::MethodNotAllowed) };
    Router::new().route(path, get(read).options(allow_reading).fallback(not_allowed))
}

/// Whether a client names HTML in what it accepts, as browsers do.
fn takes_html(headers: &HeaderMap) -> bool {
    let ranges = accepted(headers, ACCEPT);
    ranges.iter().any(|(range, weight)| range.eq_ignore_ascii_case("text/html") && *weight > 0)
}
