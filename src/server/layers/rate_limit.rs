//! Rejects requests over the rate limit before any other work.

use axum::extract::Request;

use crate::{
    api::http::{Allowance, HttpError},
    auth::Api,
};

/// Paths without a limit: supervisors and load balancers poll them.
const UNLIMITED: [&str; 2] = ["/livez", "/readyz"];

/// Counts a request, and rejects it over the limit.
pub fn limit_rate(request: &Request, api: Api) -> Result<(), HttpError> {
    match request.extensions().get::<Allowance>() {
        Some(allowance) if !UNLIMITED.contains(&request.uri().path()) => allowance.take(api),
        _ => Ok(()),
    }
}
