//! The log line of a request or of a live operation.

use std::time::Duration;
use tracing::Level;

use super::entry::Entry;

/// The target of these lines, for log filters.
pub const TARGET: &str = "reinstate::requests";
/// Most bytes of a logged path.
const PATH_BYTES: usize = 256;

named! {
    /// What a line reports.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Event by as_str {
        /// The response started.
        Answered = "answered",
        /// The client disconnected before the response.
        Abandoned = "abandoned",
        /// A subscription started.
        Subscribed = "subscribed",
        /// A query or mutation on a live connection ended.
        Executed = "executed",
        /// A subscription ended.
        Unsubscribed = "unsubscribed",
    }
}

/// The HTTP part of a request, without query and headers.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    /// The method.
    pub method: &'a str,
    /// The path.
    pub path: &'a str,
    /// The route that matched the path.
    pub route: Option<&'a str>,
    /// The status of the response; `None` if the client disconnected before it.
    pub status: Option<u16>,
}

impl Exchange<'_> {
    /// The path, cut to the logged length.
    pub fn path(&self) -> &str {
        &self.path[..self.path.floor_char_boundary(PATH_BYTES)]
    }
}

/// The health checks, which supervisors send several times a minute.
const PROBES: [&str; 2] = ["livez", "readyz"];

/// Writes the line: below INFO for a health check that passed.
pub fn write(
    event: Event,
    exchange: Option<&Exchange<'_>>,
    entry: &Entry,
    elapsed: Duration,
    trace_id: Option<String>,
) {
    macro_rules! write_at {
        ($level:expr) => {
            if tracing::enabled!(target: TARGET, $level) {
                tracing::event!(
                    target: TARGET,
                    $level,
                    message = event.as_str(),
                    method = exchange.map(|it| it.method),
                    path = exchange.map(Exchange::path),
                    status = exchange.and_then(|it| it.status),
                    micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
                    caller = entry.caller.map(|caller| caller.user_id),
                    credential = entry.caller.map(tracing::field::display),
                    kind = entry.operation_type,
                    name = entry.operation_name.as_deref(),
                    operation = entry.operation_names(),
                    outcome = entry.outcome_names(),
                    trace_id,
                );
            }
        };
    }
    let passed = exchange.is_some_and(|it| it.status == Some(200));
    match passed && PROBES.contains(&entry.operation().as_ref()) {
        true => write_at!(Level::DEBUG),
        false => write_at!(Level::INFO),
    }
}
