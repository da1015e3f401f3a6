//! The span that tells a collector of a request, or of an operation on a live connection: what the
//! line of the log tells, by the names that OpenTelemetry has for it.

use opentelemetry::KeyValue;

use super::{
    line::Exchange,
    report::{Report, Told},
};
use crate::error::Code;

/// The methods that have a name; a client may make up others.
const METHODS: [&str; 9] =
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];

/// The outcomes that are faults of this program, or of what it stands on.
const FAULTS: [&str; 2] = [Code::Internal.as_str(), Code::Unavailable.as_str()];

/// Ends the span of a report, if it has one.
pub fn end(report: &Report, exchange: Option<&Exchange<'_>>, told: &Told) {
    let Some(trace) = report.trace.as_ref().filter(|trace| trace.is_recording()) else {
        return;
    };
    let status = exchange.and_then(|it| it.status);
    // A GraphQL answer is 200 whatever became of its fields.
    let mut outcomes = told.operations.iter().filter_map(|operation| operation.outcome);
    let fault = outcomes.find(|outcome| FAULTS.contains(outcome));
    let fault = fault.or(status.filter(|it| *it >= 500).map(|_| Code::Internal.as_str()));
    let attributes = exchange.into_iter().flat_map(of_http).chain(of_operations(told));
    trace.end(told.operation().to_string(), attributes, fault);
}

fn of_http(exchange: &Exchange<'_>) -> impl Iterator<Item = KeyValue> + use<> {
    let method = METHODS.into_iter().find(|method| *method == exchange.method);
    let path = KeyValue::new("url.path", exchange.path().to_owned());
    let route = exchange.route.map(|route| KeyValue::new("http.route", route.to_owned()));
    let status =
        exchange.status.map(|status| KeyValue::new("http.response.status_code", i64::from(status)));
    [
        KeyValue::new("http.request.method", method.unwrap_or("_OTHER")),
        KeyValue::new("url.scheme", "http"),
        path,
    ]
    .into_iter()
    .chain(route)
    .chain(status)
}

fn of_operations(told: &Told) -> impl Iterator<Item = KeyValue> + use<> {
    let caller = told.caller.map(|caller| {
        [
            KeyValue::new("user.id", caller.user_id.to_string()),
            KeyValue::new("reinstate.credential", caller.to_string()),
        ]
    });
    let kind = told.kind.map(|kind| KeyValue::new("graphql.operation.type", kind));
    let name = told.name.clone().map(|name| KeyValue::new("graphql.operation.name", name));
    [
        KeyValue::new("reinstate.operation", told.asked()),
        KeyValue::new("reinstate.outcome", told.outcome()),
    ]
    .into_iter()
    .chain(caller.into_iter().flatten())
    .chain(kind)
    .chain(name)
}
