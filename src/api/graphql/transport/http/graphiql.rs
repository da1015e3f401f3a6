//! Serves GraphiQL, a page to try the API in a browser. `web/graphiql` builds it.

use axum::{
    extract::{Request, State},
    http::{HeaderValue, header::VARY},
    middleware::Next,
    response::Response,
};
use std::sync::{Arc, LazyLock};
use url::form_urlencoded;

use super::negotiate::prefers_html;
use crate::{
    api::http::{Assets, Page},
    assets,
};

/// The assets of the page.
pub static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    Assets::new(&assets!(
        "graphiql",
        "graphiql.js": "text/javascript; charset=utf-8",
        "graphiql.css": "text/css; charset=utf-8",
        "LICENSES.txt": "text/plain; charset=utf-8",
    ))
});
const PAGE: &str = include_str!("../../../../../web/graphiql/page.html");

/// The page.
pub fn graphiql() -> Arc<Page> {
    Arc::new(Page::new(PAGE, &ASSETS, &[]))
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
