//! GraphiQL: a page to try the API in a browser, built by `web/graphiql`.
//!
//! The page is embedded in the program. Its content security policy allows this server only.

use axum::{
    Router,
    body::Bytes,
    extract::{Path, Request, State},
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
            REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
    routing::get,
};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use url::form_urlencoded;

use super::{negotiate::prefers_html, response::refused};
use crate::{api::http::HttpError, error::Error};

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
    page: File,
    assets: Vec<File>,
}

/// A file that clients cache by its hash.
struct File {
    name: String,
    content_type: HeaderValue,
    text: Bytes,
    tag: HeaderValue,
}

impl Graphiql {
    /// Builds the page, with assets whose names contain their hash.
    pub fn new() -> Self {
        let mut page = PAGE.to_owned();
        let assets = FILES.map(|(name, content_type, text)| {
            let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
            let versioned = format!("{stem}-{}.{extension}", hash(text.as_bytes()));
            page = page.replace(name, &versioned);
            File::new(versioned, content_type, text.into())
        });
        let page = File::new("graphql".to_owned(), "text/html; charset=utf-8", page.into());
        Self { page, assets: assets.into() }
    }

    fn page(&self, headers: &HeaderMap) -> Response {
        let mut response = self.page.response(headers);
        for (name, value) in [
            (VARY, "Accept"),
            (CACHE_CONTROL, "no-cache"),
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
        let methods = get(asset).fallback(not_allowed);
        Router::new().route("/graphql/assets/{name}", methods).with_state(self)
    }
}

/// Serves the page to browsers whose URL has no GraphQL parameters.
pub async fn page(State(graphiql): State<Arc<Graphiql>>, request: Request, next: Next) -> Response {
    if prefers_html(request.headers()) && !has_parameters(request.uri().query().unwrap_or_default())
    {
        graphiql.page(request.headers())
    } else {
        next.run(request).await
    }
}

async fn asset(
    State(graphiql): State<Arc<Graphiql>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(file) = graphiql.assets.iter().find(|file| file.name == name) else {
        return refused(&Error::NotFound("Not Found".to_owned()).into());
    };
    let mut response = file.response(&headers);
    let for_ever = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(CACHE_CONTROL, for_ever);
    response
}

impl File {
    fn new(name: String, content_type: &'static str, text: Bytes) -> Self {
        let tag = HeaderValue::try_from(format!("\"{}\"", hash(&text)));
        // Hexadecimal digits are always a header value.
        let tag = tag.unwrap_or_else(|_| HeaderValue::from_static("\"\""));
        Self { name, content_type: HeaderValue::from_static(content_type), text, tag }
    }

    /// The content, or 304 for a client that has it.
    fn response(&self, request: &HeaderMap) -> Response {
        let mut response = match self.is_known(request) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => self.text.clone().into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, self.content_type.clone());
        headers.insert(ETAG, self.tag.clone());
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        response
    }

    fn is_known(&self, request: &HeaderMap) -> bool {
        let values = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut known = values.flat_map(|value| value.split(',')).map(str::trim);
        known.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == self.tag)
    }
}

/// Whether a query string has a parameter of a GraphQL request.
fn has_parameters(query: &str) -> bool {
    const PARAMETERS: [&str; 5] =
        ["query", "documentId", "operationName", "variables", "extensions"];
    form_urlencoded::parse(query.as_bytes()).any(|(name, _)| PARAMETERS.contains(&name.as_ref()))
}

/// The first 8 bytes of the hash, enough to distinguish versions of a file.
fn hash(text: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(text)[..8])
}
