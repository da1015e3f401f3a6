//! The attributes of a request's span, by OpenTelemetry's semantic conventions.

use opentelemetry::KeyValue;

use super::{entry::Entry, line::Exchange};
use crate::error::Code;

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

/// The attributes that are known when the request ends.
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
