//! Rejects requests over the rate limit before any other work.

use axum::{extract::Request, middleware::Next, response::Response};

use crate::{
    api::http::Allowance,
    server::responses::{api_of, error_response},
};

/// Paths without a limit: supervisors and load balancers poll them.
const UNLIMITED: [&str; 2] = ["/livez", "/readyz"];

/// Counts a request, and rejects it over the limit.
pub async fn limit_rate(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let allowed = match request.extensions().get::<Allowance>() {
        Some(allowance) if !UNLIMITED.contains(&path) => allowance.take(api_of(path)),
        _ => Ok(()),
    };
    match allowed {
        Ok(()) => next.run(request).await,
        Err(error) => error_response(path, &error),
    }
}
