//! What is answered instead: statuses, texts and headers from the one place that gives them.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::RETRY_AFTER};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use utoipa::openapi::{
    Components, Header, HeaderBuilder, Object, Ref, RefOr, Response, ResponseBuilder, Type,
    content::ContentBuilder,
};

use super::schemas::{MESSAGE, VALIDATION_FAILED, message, validation_failed};
use crate::{
    api::http::{BODY_BYTES, HttpError},
    error::{Error, FieldError},
    operations::idempotency::IDEMPOTENCY_KEY,
    resources::{Resource, capital},
};

/// An answer, with its status.
pub type Answered = (String, RefOr<Response>);

/// The refusals that every operation on records may end with.
pub fn of_any(components: &mut Components) -> Vec<Answered> {
    let mut refusals = vec![add(
        components,
        "Unauthenticated",
        &Error::Unauthenticated.into(),
        "There is no valid credential.",
    )];
    refusals.extend(of_the_server(components));
    refusals.push(add(
        components,
        "Unavailable",
        &Error::Unavailable.into(),
        "The database can't be reached, or can't take a write now.",
    ));
    refusals
}

/// The refusals that have nothing to do with what was asked for.
pub fn of_the_server(components: &mut Components) -> Vec<Answered> {
    let internal = "A mistake of the server's, told in its log and not to the caller.";
    vec![
        too_many_requests(components),
        add(components, "InternalServerError", &Error::Internal.into(), internal),
    ]
}

/// The refusals of operations that take a body.
pub fn of_bodies(components: &mut Components) -> Vec<Answered> {
    let malformed = Error::bad_request("The body must be a JSON object");
    let invalid = Error::Invalid(vec![FieldError::new("is_active", "must be true or false")]);
    let too_large = format!("The body has more than {BODY_BYTES} bytes.");
    vec![
        add(components, "Malformed", &malformed.into(), "The body is no JSON object."),
        add(components, "TooLarge", &HttpError::TooLarge, &too_large),
        add(
            components,
            "TooSlow",
            &HttpError::TooSlow,
            "The body stood still for longer than the server waits.",
        ),
        add(
            components,
            "UnsupportedMediaType",
            &HttpError::UnsupportedMediaType,
            "The body is not declared to be `application/json`.",
        ),
        add(
            components,
            "Invalid",
            &invalid.into(),
            "Fields break rules; all of them are named at once, and nothing was written. Or the \
             `Idempotency-Key` was used for another request.",
        ),
    ]
}

/// The refusal for lack of a permission.
pub fn forbidden(components: &mut Components) -> Answered {
    let error = Error::Forbidden { required: Vec::new() };
    let description = "The caller lacks the permission, for any record or for this one, or its \
                       account is deleted.";
    add(components, "Forbidden", &error.into(), description)
}

/// The refusal of a record that others change again and again, and of a request that is being carried
/// out.
pub fn conflict(components: &mut Components) -> Answered {
    let description = "Others changed the record, or one it refers to, again and again meanwhile. Or \
                       a request with the same `Idempotency-Key` is under way; then `Retry-After` \
                       says when to ask again.";
    add(components, "Conflict", &Error::Conflict.into(), description)
}

/// The refusal of a key that stands for another request, where nothing else can be invalid.
pub fn key_reused(components: &mut Components) -> Answered {
    let error =
        Error::Invalid(vec![FieldError::new(IDEMPOTENCY_KEY, "was used for another request")]);
    let description = "The `Idempotency-Key` was used for another request.";
    add(components, "KeyReused", &error.into(), description)
}

/// The refusal of a change that is meant for another version.
pub fn outdated(components: &mut Components) -> Answered {
    let description = "The record is of none of the versions that `If-Match` names.";
    add(components, "PreconditionFailed", &Error::VersionMismatch.into(), description)
}

/// The refusal to change what isn't there.
pub fn not_found(components: &mut Components) -> Answered {
    let error = Error::NotFound("Not Found".to_owned());
    add(components, "NotFound", &error.into(), "There is no such record, or it is deleted.")
}

/// The refusal to restore what isn't there or, where refusals are concealed, may not be restored.
pub fn missing(resource: &Resource, concealing: bool, components: &mut Components) -> Answered {
    let description = if concealing {
        "There is no such record, or the caller lacks the permission to restore it."
    } else {
        "There is no such record."
    };
    let name = format!("{}NotFound", resource.name);
    add(components, &name, &resource.missing().into(), description)
}

/// The refusal to restore what is live.
pub fn live(resource: &Resource, components: &mut Components) -> Answered {
    let name = format!("{}NotDeleted", resource.name);
    add(components, &name, &resource.live().into(), "The record is not deleted.")
}

/// Makes the answer to a refusal known under a name.
fn add(
    components: &mut Components,
    name: &str,
    refusal: &HttpError,
    description: &str,
) -> Answered {
    let mut headers = HeaderMap::new();
    refusal.set_headers(&mut headers);
    let mut example = json!({ "message": refusal.message() });
    let mut schema = (MESSAGE, message());
    if let Some(Error::Invalid(field_errors)) = refusal.error() {
        let mut errors: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for field_error in field_errors {
            errors.entry(&field_error.field).or_default().push(&field_error.message);
        }
        example["errors"] = json!(errors);
        schema = (VALIDATION_FAILED, validation_failed());
    }
    components.schemas.insert(schema.0.to_owned(), schema.1.into());
    let response = response(description, schema.0, example, &headers);
    known(components, name, refusal.status(), response)
}

fn too_many_requests(components: &mut Components) -> Answered {
    let description = "More requests than the server's limit, where one is set, allows.";
    add(components, "TooManyRequests", &HttpError::RateLimited { wait: 1 }, description)
}

fn known(
    components: &mut Components,
    name: &str,
    status: StatusCode,
    response: Response,
) -> Answered {
    components.responses.insert(name.to_owned(), response.into());
    (status.as_str().to_owned(), Ref::from_response_name(name).into())
}

fn response(description: &str, schema: &str, example: Json, headers: &HeaderMap) -> Response {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(schema)))
        .example(Some(example))
        .build();
    let response = ResponseBuilder::new().description(description);
    headers
        .iter()
        .fold(response.content("application/json", content), |response, (name, value)| {
            response.header(spelling(name), header(name, value))
        })
        .build()
}

/// `www-authenticate` as documents spell it, `WWW-Authenticate`.
fn spelling(name: &HeaderName) -> String {
    let part = |part| if part == "www" { "WWW".to_owned() } else { capital(part) };
    name.as_str().split('-').map(part).collect::<Vec<_>>().join("-")
}

/// A header, with what stands in it now as an example.
fn header(name: &HeaderName, value: &HeaderValue) -> Header {
    let text = value.to_str().unwrap_or_default();
    let (ty, description, example) = if name == RETRY_AFTER {
        let seconds = text.parse::<u64>().unwrap_or_default();
        (Type::Integer, "Seconds to wait before the next try.", json!(seconds))
    } else {
        (Type::String, "How to authenticate.", json!(text))
    };
    HeaderBuilder::new()
        .schema(Some(Object::with_type(ty)))
        .description(Some(description))
        .example(Some(example))
        .build()
}
