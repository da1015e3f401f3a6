//! Error responses: their statuses, messages and headers are those that the server sends.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header::RETRY_AFTER};
use serde_json::json;
use utoipa::openapi::{Components, Header, Ref, ResponseBuilder, Type};

use super::{
    parts::{JSON, StatusResponse, example_header, json_content},
    schemas::{MESSAGE, VALIDATION_FAILED, message, validation_failed},
};
use crate::{
    api::{
        http::{BODY_BYTES, HttpError},
        rest::responses::ErrorBody,
    },
    error::{Code, Error, FieldError},
    kinds,
    operations::idempotency::IDEMPOTENCY_KEY,
    resources::{
        AccountChange, Act, Action, Bulk, Change, Read, RecordAct, RequestOption, Resource, capital,
    },
};

/// Why a request without a body can be malformed.
const MALFORMED_HEADER: &str =
    "The `Idempotency-Key` is malformed, or `If-Match` has more than 100 tags.";

/// The error responses of an operation.
pub fn of(action: &Action, act: &RecordAct, components: &mut Components) -> Vec<StatusResponse> {
    let mut responses = of_any(components);
    responses.push(conflict(components));
    if act.options.contains(&RequestOption::ExpectedVersion) {
        let description = "The record has none of the versions that `If-Match` names.";
        let error = Error::VersionMismatch.into();
        responses.push(add(components, "PreconditionFailed", &error, description));
    }
    responses.extend(match act.body {
        Some(_) => of_bodies(components),
        None => of_keys(components),
    });
    let own = action.errors.iter().filter_map(|code| match code {
        Code::Forbidden => Some(forbidden(components)),
        Code::NotFound => Some(not_found(act, components)),
        Code::NotDeleted => Some(not_deleted(act.resource, components)),
        Code::ValidationFailed => Some(invalid(components)),
        // Above, or none of a REST operation.
        _ => None,
    });
    responses.extend(own);
    responses
}

/// The error responses of an operation that doesn't change one record.
pub fn of_route(
    action: &Action,
    reads: bool,
    takes_body: bool,
    components: &mut Components,
) -> Vec<StatusResponse> {
    let mut responses = of_any(components);
    responses.push(forbidden(components));
    responses.extend(match (reads, takes_body) {
        (true, _) => vec![malformed_query(components)],
        _ if matches!(action.act, Act::Matching(_)) => of_queries(components),
        (_, true) => of_bodies(components),
        (_, false) => of_keys(components),
    });
    if !reads {
        responses.push(conflict(components));
    }
    let nowhere = match &action.act {
        Act::Read(Read::Record(resource)) => Some((resource.name, resource.not_found())),
        Act::Read(Read::Operation) | Act::Bulk(Bulk::Undo) | Act::Cancel => {
            Some(("Operation", Error::NotFound("Operation not found".to_owned())))
        }
        Act::Read(Read::RecordAsOf) => {
            Some(("Record", Error::NotFound("Record not found".to_owned())))
        }
        Act::ById(_) => Some(("Event", Error::NotFound("Event not found".to_owned()))),
        Act::Read(Read::Role | Read::RoleMembers | Read::RoleEvents) => {
            Some(("Role", Error::NotFound("Role not found".to_owned())))
        }
        Act::Read(Read::Grants) => Some((kinds::accounts().name, kinds::accounts().not_found())),
        Act::Account(act) => match act.change {
            AccountChange::RevokeToken => {
                Some(("AccessToken", Error::NotFound("Access token not found".to_owned())))
            }
            AccountChange::Grant | AccountChange::Revoke | AccountChange::SignOut => {
                Some((kinds::accounts().name, kinds::accounts().not_found()))
            }
            change if change.has_id() => {
                Some(("Role", Error::NotFound("Role not found".to_owned())))
            }
            _ => None,
        },
        _ => None,
    };
    if action.act.expects_version() {
        let description = "It has none of the versions that `If-Match` names.";
        let error = Error::VersionMismatch.into();
        responses.push(add(components, "PreconditionFailed", &error, description));
    }
    responses.extend(nowhere.map(|(name, error)| {
        let description = "It doesn't exist, or the caller may not know whether it does.";
        add(components, &format!("{name}NotFound"), &error.into(), description)
    }));
    responses
}

fn malformed_query(components: &mut Components) -> StatusResponse {
    let error = Error::bad_request("no_such_parameter is not a query parameter of this path");
    let description = "A query parameter is unknown, repeated or malformed; the message names it. Or \
                       the request exceeds a budget.";
    add(components, "MalformedQuery", &error.into(), description)
}

/// The error responses of every operation on records.
fn of_any(components: &mut Components) -> Vec<StatusResponse> {
    let mut responses = of_the_server(components);
    let unauthenticated = "The request has no valid credential.";
    let error = Error::Unauthenticated.into();
    responses.push(add(components, "Unauthenticated", &error, unauthenticated));
    let unavailable = "The database can't be reached, or can't write at the moment.";
    responses.push(add(components, "Unavailable", &Error::Unavailable.into(), unavailable));
    responses
}

/// The error responses that don't depend on the operation.
pub fn of_the_server(components: &mut Components) -> Vec<StatusResponse> {
    let limited = "The client sent more requests than the configured rate limit allows.";
    let internal = "An error of the server. Its log has the details.";
    vec![
        add(components, "TooManyRequests", &HttpError::RateLimited { wait: 1 }, limited),
        add(components, "InternalServerError", &Error::Internal.into(), internal),
    ]
}

/// The error responses of operations whose requests have a body.
fn of_bodies(components: &mut Components) -> Vec<StatusResponse> {
    let malformed = Error::bad_request("The body must be a JSON object");
    vec![
        add(
            components,
            "Malformed",
            &malformed.into(),
            &format!("The body is not a JSON object. {MALFORMED_HEADER}"),
        ),
        add(components, "TooLarge", &HttpError::TooLarge, &too_large()),
        add(components, "TooSlow", &HttpError::TooSlow, "The body arrived too slowly."),
        add(
            components,
            "UnsupportedMediaType",
            &HttpError::UnsupportedMediaType,
            "The `Content-Type` is not `application/json`, or the body is compressed.",
        ),
        invalid(components),
    ]
}

fn invalid(components: &mut Components) -> StatusResponse {
    let error = Error::Invalid(vec![FieldError::new("is_active", "must be true or false")]);
    let description = "Fields are not valid; `errors` names all of them, and nothing was written. Or the \
                       `Idempotency-Key` was used for another request.";
    add(components, "Invalid", &error.into(), description)
}

fn forbidden(components: &mut Components) -> StatusResponse {
    let error = Error::Forbidden { required: Vec::new() };
    let description = "The caller lacks the permission, for any record or for this one, or its \
                       account is deleted.";
    add(components, "Forbidden", &error.into(), description)
}

fn conflict(components: &mut Components) -> StatusResponse {
    let description = "Concurrent requests changed the record, or one that it refers to, on every \
                       attempt; or it is deleted already. Or a request with the same `Idempotency-Key` is in progress; then \
                       `Retry-After` says when to retry.";
    add(components, "Conflict", &Error::Conflict.into(), description)
}

/// The error responses of operations whose requests need no body, but have a query.
fn of_queries(components: &mut Components) -> Vec<StatusResponse> {
    let mut responses = vec![malformed_query(components)];
    responses.extend(of_digests(components));
    responses
}

/// The error responses of operations whose requests need no body. An `Idempotency-Key` has them,
/// with which the body is read, to distinguish requests.
fn of_keys(components: &mut Components) -> Vec<StatusResponse> {
    let malformed =
        format!("{IDEMPOTENCY_KEY} must be one key of 1 to 255 visible ASCII characters");
    let malformed = &Error::bad_request(malformed).into();
    let mut responses = vec![add(components, "MalformedHeader", malformed, MALFORMED_HEADER)];
    responses.extend(of_digests(components));
    responses
}

/// The error responses of requests that are distinguished by their bodies.
fn of_digests(components: &mut Components) -> [StatusResponse; 3] {
    let reused = FieldError::new(IDEMPOTENCY_KEY, "was used for another request");
    let (large, slow) = (&HttpError::TooLarge, &HttpError::TooSlow);
    [
        add(components, "TooLarge", large, &too_large()),
        add(components, "TooSlow", slow, "The body arrived too slowly."),
        add(
            components,
            "KeyReused",
            &Error::Invalid(vec![reused]).into(),
            "The `Idempotency-Key` was used for another request.",
        ),
    ]
}

fn too_large() -> String {
    format!("The body is larger than {BODY_BYTES} bytes.")
}

/// The response if there is no such record. That of a deletion or a restore names the kind.
fn not_found(act: &RecordAct, components: &mut Components) -> StatusResponse {
    if !matches!(act.change, Change::Delete | Change::Restore) {
        let error = Error::NotFound("Not Found".to_owned());
        let description = "The record doesn't exist, or is deleted.";
        return add(components, "NotFound", &error.into(), description);
    }
    let conceals = act.resource.restore.as_ref().is_some_and(|it| it.conceals_refusal);
    let description = match conceals {
        true => "The record doesn't exist, or the caller lacks the permission for it.",
        false => "The record doesn't exist.",
    };
    let name = format!("{}NotFound", act.resource.name);
    add(components, &name, &act.resource.not_found().into(), description)
}

fn not_deleted(resource: &Resource, components: &mut Components) -> StatusResponse {
    let name = format!("{}NotDeleted", resource.name);
    let description = format!("The record is not deleted. {MALFORMED_HEADER}");
    add(components, &name, &resource.not_deleted().into(), &description)
}

/// Adds a response to the components under that name.
fn add(
    components: &mut Components,
    name: &str,
    error: &HttpError,
    description: &str,
) -> StatusResponse {
    let mut headers = HeaderMap::new();
    error.set_headers(&mut headers);
    let body = ErrorBody::from(error);
    let (schema_name, schema) = match body.errors {
        Some(_) => (VALIDATION_FAILED, validation_failed()),
        None => (MESSAGE, message()),
    };
    components.schemas.insert(schema_name.to_owned(), schema.into());
    let response = ResponseBuilder::new().description(description);
    let response = response.content(JSON, json_content(schema_name, json!(body)));
    let response = headers.iter().fold(response, |response, (name, value)| {
        response.header(spelling(name), header(name, value))
    });
    components.responses.insert(name.to_owned(), response.into());
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
