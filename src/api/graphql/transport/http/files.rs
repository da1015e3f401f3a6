//! Serves what browsers show without a credential: GraphiQL, a page to try the API that
//! `web/graphiql` builds, and `GET /schema.graphql`, the schema in its definition language.

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header::VARY},
    middleware::Next,
    response::Response,
    routing::get,
};
use engine::transport::prefers_html;
use std::sync::{Arc, LazyLock};
use url::form_urlencoded;

use crate::{
    api::{
        graphql::{
            gateway::{executed_subgraph_sdl, sdl},
            transport::response::refused,
        },
        http::{Assets, HttpError, Page, PublicFile, allow_reading},
    },
    assets,
    telemetry::request_log,
};

/// The assets of GraphiQL.
pub static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    Assets::new(&assets!(
        "graphiql",
        "graphiql.js": "text/javascript; charset=utf-8",
        "graphiql.css": "text/css; charset=utf-8",
        "LICENSES.txt": "text/plain; charset=utf-8",
    ))
});

/// GraphiQL.
pub fn graphiql() -> Arc<Page> {
    Arc::new(Page::new(include_str!("../../../../../web/graphiql/page.html"), &ASSETS, &[]))
}

/// Serves the page to browsers whose URL has no GraphQL parameters.
pub async fn page(State(graphiql): State<Arc<Page>>, request: Request, next: Next) -> Response {
    if prefers_html(request.headers()) && !has_parameters(request.uri().query().unwrap_or_default())
    {
        let mut response = graphiql.response(request.headers()).await;
        // Other clients get answers of the API at this path.
        let vary = HeaderValue::from_static("Accept, Accept-Encoding");
        response.headers_mut().insert(VARY, vary);
        response
    } else {
        next.run(request).await
    }
}

/// Whether a query string has a parameter of a GraphQL request.
fn has_parameters(query: &str) -> bool {
    const PARAMETERS: [&str; 5] =
        ["query", "documentId", "operationName", "variables", "extensions"];
    form_urlencoded::parse(query.as_bytes()).any(|(name, _)| PARAMETERS.contains(&name.as_ref()))
}

/// The path of the schema.
pub const SDL_PATH: &str = "/schema.graphql";

/// The schema.
static SDL: LazyLock<PublicFile> = LazyLock::new(|| file(sdl()));
/// The schema that a subgraph executes.
static SUBGRAPH: LazyLock<PublicFile> = LazyLock::new(|| file(executed_subgraph_sdl(false)));

// A browser shows plain text; no type is registered for the language.
fn file(sdl: String) -> PublicFile {
    PublicFile::new("text/plain; charset=utf-8", PublicFile::REVALIDATED, sdl.into())
}

/// The route of the executed schema. It equals what introspection shows.
pub fn schema(is_subgraph: bool) -> Router {
    let read = async move |headers: HeaderMap| {
        request_log::set_operations(["schema".into()]);
        let file = if is_subgraph { &SUBGRAPH } else { &SDL };
        file.response(&headers).await
    };
    let not_allowed = || async { refused(&HttpError::MethodNotAllowed) };
    Router::new().route(SDL_PATH, get(read).options(allow_reading).fallback(not_allowed))
}
