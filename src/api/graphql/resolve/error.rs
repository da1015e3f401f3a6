//! Turns errors into GraphQL errors (D21), in this one place.

use async_graphql::{Context, ErrorExtensionValues, Pos, Response, ServerError, Value};
use std::sync::Arc;

use crate::{
    api::http::HttpError,
    error::{Code, Error},
    resources::camel_case,
};

/// Adds the error to the response and nulls the field; other fields are not affected.
pub fn refuse(ctx: &Context<'_>, error: &Error) -> Value {
    ctx.add_error(server_error(ctx, error));
    Value::Null
}

/// The error of a field. Returned by a resolver, it also nulls non-null parents.
pub fn server_error(ctx: &Context<'_>, error: &Error) -> ServerError {
    let mut field_error = async_graphql::Error::new(error.message());
    field_error.extensions = Some(extensions(error));
    if error.is_transient() {
        field_error.source = Some(Arc::new(Transient));
    }
    ctx.set_error_path(field_error.into_server_error(ctx.item.pos))
}

/// Marks transient errors.
struct Transient;

/// Whether an error is transient.
pub fn is_transient(error: &ServerError) -> bool {
    error.source::<Transient>().is_some()
}

/// The error of a document that can't be executed.
pub fn bad_request(message: &str, place: Option<Pos>) -> ServerError {
    let mut error = ServerError::new(message, place);
    error.extensions = Some(extensions(&Error::bad_request(message)));
    error
}

/// The response to an operation that failed before its execution.
pub fn refused(error: &Error) -> Response {
    let mut server_error = ServerError::new(error.message(), None);
    server_error.extensions = Some(extensions(error));
    Response::from_errors(vec![server_error])
}

/// The error of an operation that exceeds the rate limit, with the seconds to wait.
pub fn limited(refusal: &HttpError) -> ServerError {
    let mut error = too_many(refusal.message());
    if let HttpError::RateLimited { wait } = refusal {
        error.extensions.get_or_insert_default().set("retryAfter", *wait);
    }
    error
}

/// The error of an operation that exceeds a limit of concurrency or rate.
pub fn too_many(message: &str) -> ServerError {
    with_code(message, Code::RateLimited)
}

/// The error of an unknown document id; the client then sends the text.
pub fn not_persisted() -> ServerError {
    with_code("PersistedQueryNotFound", Code::PersistedQueryNotFound)
}

fn with_code(message: &str, code: Code) -> ServerError {
    let mut error = ServerError::new(message, None);
    error.extensions.get_or_insert_default().set("code", code.as_str());
    error
}

/// Whether a document has no data because the database is unavailable.
pub fn is_outage(outcome: &Response) -> bool {
    let unavailable = Value::from(Code::Unavailable.as_str());
    let is_of_outage = |error: &ServerError| {
        let code = error.extensions.as_ref().and_then(|extensions| extensions.get("code"));
        code == Some(&unavailable)
    };
    let has_nothing = match &outcome.data {
        Value::Object(fields) => fields.values().all(|value| *value == Value::Null),
        data => *data == Value::Null,
    };
    has_nothing && !outcome.errors.is_empty() && outcome.errors.iter().all(is_of_outage)
}

/// The `extensions` of an error: its code, the missing permissions, the fields that are not valid.
pub fn extensions(error: &Error) -> ErrorExtensionValues {
    let mut extensions = ErrorExtensionValues::default();
    extensions.set("code", error.code().as_str());
    match error {
        Error::Forbidden { required } => {
            extensions.set("requiredPermissions", required.clone());
        }
        Error::Invalid(field_errors) => {
            let mut errors = async_graphql::indexmap::IndexMap::new();
            for field_error in field_errors {
                let field = async_graphql::Name::new(camel_case(&field_error.field));
                let messages: &mut Vec<Value> = errors.entry(field).or_default();
                messages.push(field_error.message.as_str().into());
            }
            let errors = errors.into_iter().map(|(field, messages)| (field, messages.into()));
            extensions.set("errors", Value::Object(errors.collect()));
        }
        _ => {}
    }
    extensions
}

/// Adds `BAD_REQUEST` to async-graphql's own errors, which have no code.
pub fn complete(response: &mut Response) {
    for error in &mut response.errors {
        let extensions = error.extensions.get_or_insert_default();
        if extensions.get("code").is_none() {
            extensions.set("code", Code::BadRequest.as_str());
        }
    }
}
