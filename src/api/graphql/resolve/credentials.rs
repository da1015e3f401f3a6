//! The argument of rotations.

use async_graphql::Value;
use std::time::Duration;

use crate::{
    api::{
        graphql::{execute::Context, schema::DURATION},
        http::parse_duration,
    },
    error::Error,
};

/// The argument that says how long the old value stays valid.
pub const OVERLAP: &str = "overlap";

/// The overlap; zero if absent.
pub fn overlap(ctx: Context<'_>) -> Result<Duration, Error> {
    let wrong = || Error::bad_request(format!("{OVERLAP} must be a {DURATION}"));
    match ctx.argument(OVERLAP) {
        None | Some(Value::Null) => Ok(Duration::ZERO),
        Some(Value::String(text)) => parse_duration(&text).ok_or_else(wrong),
        Some(_) => Err(wrong()),
    }
}
