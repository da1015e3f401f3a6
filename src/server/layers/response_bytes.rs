//! Counts the bytes of responses until they are sent (D23).

use axum::{body::HttpBody, response::Response};
use std::sync::Arc;

use crate::{app::ByteLimit, error::Error, telemetry::request_log};

/// Holds the bytes of a whole response for its account. They are an extension of the response. One
/// that streams has no known length, and counts each of its parts.
///
/// # Errors
/// `TooExpensive` when the server holds too many already.
pub fn hold_response(responses: &ByteLimit, response: &mut Response) -> Result<(), Error> {
    let bytes = response.body().size_hint().exact().and_then(|bytes| usize::try_from(bytes).ok());
    let Some(bytes) = bytes.filter(|bytes| *bytes > ByteLimit::SMALL) else { return Ok(()) };
    // Without a credential there are only public files, which stay in memory anyway.
    let Some(account) = request_log::caller_account() else { return Ok(()) };
    if let Some(held) = responses.share(Some(account)).hold(bytes)? {
        response.extensions_mut().insert(Arc::new(held));
    }
    Ok(())
}
