//! Counts requests for the rate limits before any other work.

use axum::extract::Request;

use crate::{
    api::http::{Allowance, Standings},
    auth::Api,
};

/// Paths without a limit: supervisors and load balancers poll them.
const UNLIMITED: [&str; 2] = ["/livez", "/readyz"];

/// Counts a request, and returns what is left of its limits.
pub fn limit_rate(request: &Request, api: Api) -> Standings {
    match request.extensions().get::<Allowance>() {
        Some(allowance) if !UNLIMITED.contains(&request.uri().path()) => allowance.count(api),
        _ => Standings::default(),
    }
}
