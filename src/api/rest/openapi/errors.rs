//! Describes error responses. Their statuses, messages and headers are those that the server sends.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header::RETRY_AFTER};
use serde_json::json;
use utoipa::openapi::{Components, Header, Ref, ResponseBuilder, Type};

use super::{
    parts::{JSON, StatusResponse, example_header, json_content},
    schemas,
};
use crate::{
    actions::{Act, Action},
    api::{
        http::{BODY_BYTES, HttpError},
        rest::responses::ErrorBody,
    },
    error::{Code, Error, Problem, Refusal},
    operations::idempotency::IDEMPOTENCY_KEY,
    resources::{RecordAct, RequestOption, capital},
};

/// Why a request without a body can be malformed.
const MALFORMED_HEADER: &str =
    "The `Idempotency-Key` is malformed, or `If-Match` has more than 100 tags.";

/// An error response. It has its name in the components, an error that gets it, and its
/// description.
type Failure = (String, HttpError, String);

fn failure(
    name: impl Into<String>,
    error: impl Into<HttpError>,
    description: impl Into<String>,
) -> Failure {
    (name.into(), error.into(), description.into())
}

/// The error responses of an operation. Of several with one status the last one counts.
pub fn of(action: &Action) -> Vec<Failure> {
    let unavailable = "The database can't be reached, or can't write at the moment.";
    let mut failures = Vec::from(of_the_server());
    failures.extend([
        failure("Unauthenticated", Error::Unauthenticated, "The request has no valid credential."),
        failure("Unavailable", Error::Unavailable, unavailable),
    ]);
    failures.extend(match &action.act {
        Act::Read(_) => vec![malformed_query()],
        _ if action.takes_query() => of_digests(malformed_query()),
        _ if action.takes_body() => of_bodies(),
        _ => of_digests(malformed_header()),
    });
    if !action.only_reads() {
        failures.push(conflict());
    }
    if action.act.options().contains(&RequestOption::ExpectedVersion) {
        let description = "It has none of the versions that `If-Match` names.";
        failures.push(failure("PreconditionFailed", Error::VersionMismatch, description));
    }
    match &action.act {
        Act::Record(act) => {
            failures.extend(action.errors.iter().filter_map(|code| of_record(*code, action, act)));
        }
        _ => failures.extend([forbidden()].into_iter().chain(not_found(action))),
    }
    failures
}

/// The response to an error that only operations on one record have.
fn of_record(code: Code, action: &Action, act: &RecordAct) -> Option<Failure> {
    Some(match code {
        Code::Forbidden => forbidden(),
        Code::NotFound => not_found(action).unwrap_or_else(|| {
            let description = "The record doesn't exist, or is deleted.";
            failure("NotFound", Error::NotFound(Refusal::NoSuch), description)
        }),
        Code::NotDeleted => failure(
            format!("{}NotDeleted", act.resource.name),
            act.resource.not_deleted(),
            format!("The record is not deleted. {MALFORMED_HEADER}"),
        ),
        Code::ValidationFailed => invalid(),
        _ => return None,
    })
}

/// The response if nothing has the id or key of the request.
fn not_found(action: &Action) -> Option<Failure> {
    let title = action.route.as_ref()?.missing?;
    let name: String = title.split(' ').map(|word| capital(&word.to_lowercase())).collect();
    let description = "It doesn't exist, or the caller may not know whether it does.";
    let error = Error::not_found(title);
    Some(failure(format!("{name}NotFound"), error, description))
}

fn malformed_query() -> Failure {
    let error = Error::bad_request("no_such_parameter is not a query parameter of this path");
    let description = "A query parameter is unknown, repeated or malformed; the message names it. Or \
                       the request exceeds a budget.";
    failure("MalformedQuery", error, description)
}

fn malformed_header() -> Failure {
    let message = format!("{IDEMPOTENCY_KEY} must be one key of 1 to 255 visible ASCII characters");
    failure("MalformedHeader", Error::bad_request(message), MALFORMED_HEADER)
}

/// The error responses that don't depend on the operation.
pub fn of_the_server() -> [Failure; 2] {
    let limited = "The client sent more requests than the configured rate limit allows.";
    let internal = "An error of the server. Its log has the details.";
    [
        failure("TooManyRequests", HttpError::RateLimited { wait: 1 }, limited),
        failure("InternalServerError", Error::Internal, internal),
    ]
}

/// The error responses of operations whose requests have a body.
fn of_bodies() -> Vec<Failure> {
    let malformed = Error::bad_request("The body must be a JSON object");
    let unsupported = "The `Content-Type` is not `application/json`, or the body is compressed.";
    vec![
        failure(
            "Malformed",
            malformed,
            format!("The body is not a JSON object. {MALFORMED_HEADER}"),
        ),
        too_large(),
        too_slow(),
        failure("UnsupportedMediaType", HttpError::UnsupportedMediaType, unsupported),
        invalid(),
    ]
}

/// The error responses of operations whose requests need no body. With an `Idempotency-Key` it is
/// read, to distinguish requests.
fn of_digests(malformed: Failure) -> Vec<Failure> {
    let reused = Error::invalid(IDEMPOTENCY_KEY, Problem::OtherRequest);
    let description = "The `Idempotency-Key` was used for another request.";
    vec![malformed, too_large(), too_slow(), failure("KeyReused", reused, description)]
}

fn too_large() -> Failure {
    let description = format!("The body is larger than {BODY_BYTES} bytes.");
    failure("TooLarge", HttpError::TooLarge, description)
}

fn too_slow() -> Failure {
    failure("TooSlow", HttpError::TooSlow, "The body arrived too slowly.")
}

fn invalid() -> Failure {
    let error = Error::invalid("is_active", Problem::Bool);
    let description = "Fields are not valid; `errors` names all of them, and nothing was written. Or the \
                       `Idempotency-Key` was used for another request.";
    failure("Invalid", error, description)
}

fn forbidden() -> Failure {
    let error = Error::Forbidden { required: Vec::new() };
    let description = "The caller lacks the permission, for any record or for this one, or its \
                       account is deleted.";
    failure("Forbidden", error, description)
}

fn conflict() -> Failure {
    let description = "Concurrent requests changed the record, or one that it refers to, on every \
                       attempt; or it is deleted already. Or a request with the same `Idempotency-Key` is in progress; then \
                       `Retry-After` says when to retry.";
    failure("Conflict", Error::Conflict, description)
}

/// Adds a response to the components under its name.
pub fn add(components: &mut Components, (name, error, description): Failure) -> StatusResponse {
    let mut headers = HeaderMap::new();
    error.set_headers(&mut headers);
    let body = ErrorBody::from(&error);
    let (schema_name, schema) = schemas::error(body.errors.is_some());
    components.schemas.insert(schema_name.to_owned(), schema.into());
    let response = ResponseBuilder::new().description(description);
    let response = response.content(JSON, json_content(schema_name, json!(body)));
    let response = headers.iter().fold(response, |response, (name, value)| {
        response.header(spelling(name), header(name, value))
    });
    components.responses.insert(name.clone(), response.into());
    (error.status().as_str().to_owned(), Ref::from_response_name(name).into())
}

/// The usual spelling of a header: `WWW-Authenticate` for `www-authenticate`.
fn spelling(name: &HeaderName) -> String {
    let part = |part| if part == "www" { "WWW".to_owned() } else { capital(part) };
    name.as_str().split('-').map(part).collect::<Vec<_>>().join("-")
}

/// A header, with its value as the example.
fn header(name: &HeaderName, value: &HeaderValue) -> Header {
    let text = value.to_str().unwrap_or_default();
    if name == RETRY_AFTER {
        let seconds = text.parse::<u64>().unwrap_or_default();
        return example_header(Type::Integer, "Seconds to wait before a retry.", json!(seconds));
    }
    example_header(Type::String, "How to authenticate.", json!(text))
}
