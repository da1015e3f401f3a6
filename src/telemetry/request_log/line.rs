//! The log line of a request or of a live operation, and the attributes of its span.

use opentelemetry::KeyValue;
use std::time::Duration;
use tracing::Level;

use super::entry::Entry;
use crate::error::Code;

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
    if passed && PROBES.contains(&entry.operation().as_ref()) {
        write_at!(Level::DEBUG)
    } else {
        write_at!(Level::INFO)
    }
}

/// The known methods; clients can send any other.
const METHODS: [&str; 9] =
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];

/// The code of the server error that ended the request, if any.
pub fn server_error(exchange: Option<&Exchange<'_>>, entry: &Entry) -> Option<&'static str> {
    // A GraphQL response is 200 even if its fields failed.
    let mut codes = entry.outcomes().filter_map(Result::err);
    let code = codes.find(|code| matches!(code, Code::Internal | Code::Unavailable));
    let status = exchange.and_then(|it| it.status);
    code.or(status.filter(|it| *it >= 500).map(|_| Code::Internal)).map(Code::as_str)
}

/// The attributes that are known when the request ends, by OpenTelemetry's semantic conventions.
pub fn attributes(exchange: Option<&Exchange<'_>>, entry: &Entry) -> Vec<KeyValue> {
    let mut attributes = exchange.map(http).unwrap_or_default();
    attributes.extend([
        KeyValue::new("reinstate.operation", entry.operation_names()),
        KeyValue::new("reinstate.outcome", entry.outcome_names()),
    ]);
    if let Some(caller) = entry.caller {
        attributes.push(KeyValue::new("user.id", caller.user_id.to_string()));
        attributes.push(KeyValue::new("reinstate.credential", caller.to_string()));
    }
    let operation_type = entry.operation_type;
    attributes.extend(operation_type.map(|kind| KeyValue::new("graphql.operation.type", kind)));
    let name = entry.operation_name.clone();
    attributes.extend(name.map(|name| KeyValue::new("graphql.operation.name", name)));
    attributes
}

fn http(exchange: &Exchange<'_>) -> Vec<KeyValue> {
    let method = METHODS.into_iter().find(|method| *method == exchange.method);
    let mut attributes = vec![
        KeyValue::new("http.request.method", method.unwrap_or("_OTHER")),
        KeyValue::new("url.scheme", "http"),
        KeyValue::new("url.path", exchange.path().to_owned()),
    ];
    let route = exchange.route.map(|route| KeyValue::new("http.route", route.to_owned()));
    let status = exchange.status.map(i64::from);
    attributes.extend(route);
    attributes.extend(status.map(|it| KeyValue::new("http.response.status_code", it)));
    attributes
}
