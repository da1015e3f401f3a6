//! Options of requests, from the query string.

use axum::http::Uri;
use std::time::Duration;
use url::form_urlencoded;

use crate::{
    api::http::parse_duration,
    error::Error,
    resources::{RecordAct, RequestOption},
};

/// The parameter that says how long the old value stays valid.
pub const OVERLAP: &str = "overlap";

/// The overlap, if the operation takes one; zero if absent.
///
/// # Errors
/// `BadRequest` for what is no duration.
pub fn overlap(act: &RecordAct, uri: &Uri) -> Result<Duration, Error> {
    if !act.options.contains(&RequestOption::Overlap) {
        return Ok(Duration::ZERO);
    }
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let mut given = pairs.filter(|(name, _)| name == OVERLAP).map(|(_, value)| value);
    match (given.next(), given.next()) {
        (None, _) => Ok(Duration::ZERO),
        (Some(text), None) => parse_duration(&text).ok_or_else(|| {
            Error::bad_request(format!("{OVERLAP} must be a duration of ISO 8601, such as PT24H"))
        }),
        (Some(_), Some(_)) => Err(Error::bad_request(format!("{OVERLAP} must be given once"))),
    }
}
