//! Lets pages of other origins use the API from a browser (CORS).

use axum::{
    extract::Request,
    http::{
        HeaderName, HeaderValue, Method,
        header::{
            ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, CONTENT_TYPE, ETAG, HOST, IF_MATCH,
            IF_NONE_MATCH, LINK, LOCATION, ORIGIN, RETRY_AFTER, UPGRADE,
        },
        request::Parts,
    },
    response::Response,
};
use std::{convert::Infallible, time::Duration};
use tower::{Layer, ServiceExt, service_fn};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::{
    api::http::{HttpError, Origins, REQUEST_ID},
    telemetry::request_log,
};

/// How long a browser may remember the answer to a preflight. Chromium remembers none for longer.
const MAX_AGE: Duration = Duration::from_secs(2 * 60 * 60);

/// Answers preflights, adds CORS headers, refuses WebSockets of other origins.
#[derive(Debug)]
pub struct CrossOrigin {
    origins: Origins,
    cors: CorsLayer,
}

impl CrossOrigin {
    /// Allows these origins. Pages never send cookies: a credential is a header that they set.
    pub fn new(origins: Origins) -> Self {
        let name = HeaderName::from_static;
        let cors = CorsLayer::new()
            .allow_methods([
                Method::GET,
                Method::HEAD,
                Method::POST,
                Method::PUT,
                Method::PATCH,
                Method::DELETE,
            ])
            .allow_headers([
                AUTHORIZATION,
                CONTENT_TYPE,
                IF_MATCH,
                IF_NONE_MATCH,
                name("idempotency-key"),
                name("last-event-id"),
                name("baggage"),
                name("sentry-trace"),
                name("traceparent"),
                name("tracestate"),
                REQUEST_ID,
            ])
            .expose_headers([
                ETAG,
                REQUEST_ID,
                RETRY_AFTER,
                name("idempotent-replayed"),
                name("ratelimit"),
                name("ratelimit-policy"),
                LOCATION,
                LINK,
            ])
            .max_age(MAX_AGE);
        let cors = match &origins {
            Origins::Any => cors.allow_origin(AllowOrigin::any()).vary([]),
            _ => {
                let allowed = origins.clone();
                let allow = move |origin: &HeaderValue, _: &Parts| allowed.allow(origin);
                cors.allow_origin(AllowOrigin::predicate(allow)).vary([ORIGIN])
            }
        };
        Self { origins, cors }
    }

    /// Answers preflights, and adds CORS headers to other responses.
    pub async fn respond(
        &self,
        mut request: Request,
        answer: impl AsyncFnOnce(Request) -> Response,
    ) -> Response {
        let method = request.method().clone();
        if method == Method::OPTIONS {
            if request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
                request_log::set_operations(["preflight".into()]);
            } else {
                // tower-http takes any OPTIONS for a preflight.
                *request.method_mut() = Method::GET;
            }
        }
        let mut answer = Some(answer);
        let answer = service_fn(move |mut request: Request| {
            *request.method_mut() = method.clone();
            let answer = answer.take();
            async move {
                Ok::<_, Infallible>(match answer {
                    Some(answer) => answer(request).await,
                    None => Response::default(),
                })
            }
        });
        let Ok(response) = self.cors.layer(answer).oneshot(request).await;
        response
    }

    /// Checks the origin of a WebSocket, to which browsers don't apply CORS.
    pub fn check_socket(&self, request: &Request) -> Result<(), HttpError> {
        let headers = request.headers();
        let is_socket = headers.contains_key(UPGRADE);
        match headers.get(ORIGIN).filter(|_| is_socket) {
            Some(origin) if !self.origins.allow(origin) && !is_own(request, origin) => {
                Err(HttpError::OriginNotAllowed)
            }
            _ => Ok(()),
        }
    }
}

/// Whether an origin is that of this server, so that GraphiQL works. The scheme isn't compared: a
/// proxy may have ended TLS.
fn is_own(request: &Request, origin: &HeaderValue) -> bool {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let host = host.or_else(|| request.uri().authority().map(|authority| authority.as_str()));
    let (Some(host), Ok(origin)) = (host, origin.to_str()) else { return false };
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let default_port = if scheme == "https" { ":443" } else { ":80" };
    host.strip_suffix(default_port).unwrap_or(host).eq_ignore_ascii_case(authority)
}
