//! GraphiQL: a page to try the API in a browser, built by `web/graphiql`.
//!
//! The page is embedded in the program. Its content security policy allows this server only.

use axum::{
    Router,
    extract::{Path, Request, State},
    http::{
        HeaderMap, HeaderValue,
        header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, VARY, X_FRAME_OPTIONS},
    },
    middleware::Next,
    response::Response,
    routing::get,
};
use std::{collections::HashMap, sync::Arc};
use url::form_urlencoded;

use super::{negotiate::prefers_html, response::refused};
use crate::{
    api::http::{HttpError, PublicFile, allow},
    error::Error,
};

/// The content security policy: own scripts and styles, images inside the styles, requests to this
/// server, no framing.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The assets of the page: name, media type and content.
const FILES: [(&str, &str, &str); 3] = [
    (
        "graphiql.js",
        "text/javascript; charset=utf-8",
        include_str!("../../../../../web/graphiql/dist/graphiql.js"),
    ),
    (
        "graphiql.css",
        "text/css; charset=utf-8",
        include_str!("../../../../../web/graphiql/dist/graphiql.css"),
    ),
    (
        "LICENSES.txt",
        "text/plain; charset=utf-8",
        include_str!("../../../../../web/graphiql/dist/LICENSES.txt"),
    ),
];
const PAGE: &str = include_str!("../../../../../web/graphiql/page.html");

/// The page and its assets.
pub struct Graphiql {
    page: PublicFile,
    /// The assets by their names, which contain their hash.
    assets: HashMap<String, PublicFile>,
}

impl Graphiql {
    /// Builds the page, which names the assets.
    pub fn new() -> Self {
        let mut page = PAGE.to_owned();
        let assets = FILES.map(|(name, content_type, text)| {
            let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
            let file = PublicFile::new(content_type, PublicFile::IMMUTABLE, text.into());
            let versioned = format!("{stem}-{}.{extension}", file.hash());
            page = page.replace(name, &versioned);
            (versioned, file)
        });
        let content_type = "text/html; charset=utf-8";
        let page = PublicFile::new(content_type, PublicFile::REVALIDATED, page.into());
        Self { page, assets: assets.into() }
    }

    async fn page(&self, headers: &HeaderMap) -> Response {
        let mut response = self.page.response(headers).await;
        for (name, value) in [
            // Other clients get answers of the API at this path.
            (VARY, "Accept, Accept-Encoding"),
            (CONTENT_SECURITY_POLICY, POLICY),
            (REFERRER_POLICY, "no-referrer"),
            (X_FRAME_OPTIONS, "DENY"),
        ] {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }

    /// The route `/graphql/assets`, public like the page.
    pub fn assets(self: Arc<Self>) -> Router {
        let not_allowed = || async { refused(&HttpError::MethodNotAllowed) };
        let options = async || allow(&HeaderValue::from_static("GET,HEAD,OPTIONS"));
        let methods = get(asset).options(options).fallback(not_allowed);
        Router::new().route("/graphql/assets/{name}", methods).with_state(self)
    }
}

/// Serves the page to browsers whose URL has no GraphQL parameters.
pub async fn page(State(graphiql): State<Arc<Graphiql>>, request: Request, next: Next) -> Response {
    if prefers_html(request.headers()) && !has_parameters(request.uri().query().unwrap_or_default())
    {
        graphiql.page(request.headers()).await
    } else {
        next.run(request).await
    }
}

async fn asset(
    State(graphiql): State<Arc<Graphiql>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    match graphiql.assets.get(&name) {
        Some(file) => file.response(&headers).await,
        None => refused(&Error::NotFound("Not Found".to_owned()).into()),
    }
}

/// Whether a query string has a parameter of a GraphQL request.
fn has_parameters(query: &str) -> bool {
    const PARAMETERS: [&str; 5] =
        ["query", "documentId", "operationName", "variables", "extensions"];
    form_urlencoded::parse(query.as_bytes()).any(|(name, _)| PARAMETERS.contains(&name.as_ref()))
}
