//! Failures as GraphQL shows them (D21): the one place that turns them into errors.

use async_graphql::{Context, ErrorExtensionValues, Pos, Response, ServerError, Value};
use std::sync::Arc;

use crate::{
    api::http::HttpError,
    error::{Code, Error},
    resources::camel_case,
};

/// Puts the failure among the errors of the answer and nulls the field, so that the other fields of
/// the document still run.
pub fn refuse(ctx: &Context<'_>, error: &Error) -> Value {
    ctx.add_error(server_error(ctx, error));
    Value::Null
}

/// The failure as an error of the field; returned, it nulls what may not be without the field.
pub fn server_error(ctx: &Context<'_>, error: &Error) -> ServerError {
    let mut field_error = async_graphql::Error::new(error.message());
    field_error.extensions = Some(extensions(error));
    if error.is_transient() {
        field_error.source = Some(Arc::new(Transient));
    }
    ctx.set_error_path(field_error.into_server_error(ctx.item.pos))
}

/// Marks the error of a failure that may pass.
struct Transient;

/// Whether the error is of a failure that may pass.
pub fn is_transient(error: &ServerError) -> bool {
    error.source::<Transient>().is_some()
}

/// A document that can't be executed.
pub fn bad_request(message: &str, place: Option<Pos>) -> ServerError {
    let mut error = ServerError::new(message, place);
    error.extensions = Some(extensions(&Error::bad_request(message)));
    error
}

/// The answer to an operation that failed as a whole, before any field of it was looked at.
pub fn refused(error: &Error) -> Response {
    let mut server_error = ServerError::new(error.message(), None);
    server_error.extensions = Some(extensions(error));
    Response::from_errors(vec![server_error])
}

/// More operations than there may be at that rate; how many seconds to wait goes with it.
pub fn limited(refusal: &HttpError) -> ServerError {
    let mut error = too_many(refusal.message());
    if let HttpError::RateLimited { wait } = refusal {
        error.extensions.get_or_insert_default().set("retryAfter", *wait);
    }
    error
}

/// More operations at once than there may be.
pub fn too_many(message: &str) -> ServerError {
    with_code(message, Code::RateLimited)
}

/// A document that is named and not known: the client is to send it.
pub fn not_persisted() -> ServerError {
    with_code("PersistedQueryNotFound", Code::PersistedQueryNotFound)
}

fn with_code(message: &str, code: Code) -> ServerError {
    let mut error = ServerError::new(message, None);
    error.extensions.get_or_insert_default().set("code", code.as_str());
    error
}

/// Whether a document came to nothing, and that because the database can't be reached.
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

/// What goes with the message: the code, the permissions that were missing, the fields that are
/// wrong, by their names in GraphQL.
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

/// Gives the errors that are not ours, those of parsing and validation, the code they lack.
pub fn complete(response: &mut Response) {
    for error in &mut response.errors {
        let extensions = error.extensions.get_or_insert_default();
        if extensions.get("code").is_none() {
            extensions.set("code", Code::BadRequest.as_str());
        }
    }
}
