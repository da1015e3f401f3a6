//! Pages for people: the console, and the documentation of the APIs, as `web/build.mjs` has built them.

use axum::{
    Router,
    http::{
        HeaderMap, HeaderValue,
        header::{ACCEPT, VARY},
    },
    response::{IntoResponse, Redirect, Response},
    routing::{MethodRouter, get},
};
use serde_json::json;
use std::sync::{Arc, LazyLock};
use url::Url;

use crate::{
    api::http::{Assets, HttpError, Page, accepted, allow_reading},
    assets,
    auth::SignIn,
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
    let landing = docs(include_str!("../../web/docs/landing.html"), &absent);
    let mut router = Router::new()
        .merge(DOCS.router("/docs/assets", refused))
        .merge(document("/docs", landing, refused))
        .merge(document("/docs/api", docs(include_str!("../../web/docs/api.html"), &[]), refused));
    if shows_schema {
        let schema = docs(include_str!("../../web/docs/schema.html"), &absent);
        router = router.merge(document("/docs/graphql", schema, refused));
    }
    // Relative, because a proxy may serve all under a prefix.
    let mut start = "docs";
    if let Some(console) = console {
        start = "console";
        router = router
            .merge(CONSOLE.router("/console/assets", refused))
            .merge(document("/console", Arc::clone(&console), refused))
            // The page itself shows the view that a path names.
            .merge(document("/console/{*view}", console, refused));
    }
    // People type addresses with a slash at the end.
    let slashes = [("/console/", "../console"), ("/docs/", "../docs"), ("/graphql/", "../graphql")];
    let leading = [("/", start)].into_iter().chain(slashes);
    leading.fold(router, |router, (path, to)| router.route(path, leading_to(to, refused)))
}

/// The route of an address that leads browsers to a page.
fn leading_to(page: &'static str, refused: fn(&HttpError) -> Response) -> MethodRouter {
    let browse = async move |headers: HeaderMap| {
        request_log::set_operations([NAME.into()]);
        let mut response = if takes_html(&headers) {
            Redirect::temporary(page).into_response()
        } else {
            refused(&HttpError::NoSuchPath)
        };
        response.headers_mut().insert(VARY, HeaderValue::from_static("Accept"));
        response
    };
    let nothing = move || async move { refused(&HttpError::NoSuchPath) };
    get(browse).options(allow_reading).fallback(nothing)
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

/// The assets of the console.
static CONSOLE: LazyLock<Assets> = LazyLock::new(|| {
    Assets::new(&assets!(
        "console",
        "console.js": "text/javascript; charset=utf-8",
        "console.css": "text/css; charset=utf-8",
        "LICENSES.txt": "text/plain; charset=utf-8",
    ))
});
/// The assets of the documentation.
static DOCS: LazyLock<Assets> = LazyLock::new(|| {
    Assets::new(&assets!(
        "docs",
        "rest.js": "text/javascript; charset=utf-8",
        "rest.css": "text/css; charset=utf-8",
        "schema.js": "text/javascript; charset=utf-8",
        "docs.js": "text/javascript; charset=utf-8",
        "docs.css": "text/css; charset=utf-8",
        "LICENSES.txt": "text/plain; charset=utf-8",
    ))
});

/// The console. It may send requests to the provider that people sign in with.
pub fn console(sign_in: Option<&SignIn>) -> Arc<Page> {
    let mut document = include_str!("../../web/console/page.html").to_owned();
    let mut origins = Vec::new();
    if let Some(SignIn { issuer, client_id, scope, parameters }) = sign_in {
        let provider = json!({
            "issuer": issuer, "clientId": client_id, "scope": scope, "parameters": parameters,
        });
        let meta = format!("<meta name=\"oidc\" content=\"{}\">", escaped(&provider.to_string()));
        document = document.replace("<title>", &format!("{meta}\n    <title>"));
        origins.extend(Url::parse(issuer).map(|it| it.origin().ascii_serialization()).ok());
    }
    Arc::new(Page::new(&document, &CONSOLE, &origins))
}

/// Text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// A page of the documentation, without the lines that link to these paths, which are not served.
fn docs(document: &str, absent: &[&str]) -> Arc<Page> {
    let links_there =
        |line: &&str| absent.iter().any(|path| line.contains(&format!("href=\"{path}\"")));
    let lines = document.lines().filter(|line| !links_there(line));
    let document: String = lines.flat_map(|line| [line, "\n"]).collect();
    Arc::new(Page::new(&document, &DOCS, &[]))
}
