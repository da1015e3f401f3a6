//! The line of the log that tells of a request, or of an operation on a live connection.

use std::time::Duration;

use super::report::Told;

/// The target of these lines, by which a filter finds them.
const TARGET: &str = "reinstate::requests";
/// Most bytes of a path.
const PATH_BYTES: usize = 256;

/// What HTTP says of a request. Neither its query nor its headers are told.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    /// The method.
    pub method: &'a str,
    /// The path.
    pub path: &'a str,
    /// The route that it belongs to, if there is one.
    pub route: Option<&'a str>,
    /// The status of the answer; `None` where nobody waited for it.
    pub status: Option<u16>,
}

impl Exchange<'_> {
    /// As much of the path as is told.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path[..self.path.floor_char_boundary(PATH_BYTES)]
    }
}

/// Writes the line: what happened, to what, by whom, how it ended and how long it took.
pub fn write(happened: &str, exchange: Option<&Exchange<'_>>, told: &Told, elapsed: Duration) {
    if !tracing::enabled!(target: TARGET, tracing::Level::INFO) {
        return;
    }
    tracing::info!(
        target: TARGET,
        method = exchange.map(|it| it.method),
        path = exchange.map(Exchange::path),
        status = exchange.and_then(|it| it.status),
        micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
        caller = told.caller.map(|caller| caller.user_id),
        credential = told.caller.map(tracing::field::display),
        kind = told.kind,
        name = told.name.as_deref(),
        operation = told.asked(),
        outcome = told.outcome(),
        trace_id = told.trace_id.as_deref(),
        "{happened}"
    );
}
