//! Turns errors into GraphQL errors (D21), in this one place.

use async_graphql::{
    ErrorExtensionValues, Name, PathSegment, Pos, ServerError, Value, indexmap::IndexMap, to_value,
};
use std::{sync::Arc, time::Duration};

use crate::{
    api::http::HttpError,
    error::{Code, Error, Exceeded, FieldError},
    resources::camel_case,
};

/// The extension that requests and answers problems by code.
pub const PROBLEMS: &str = "problems";

/// The error of a field at that path.
pub fn server_error(error: &Error, position: Option<Pos>, path: Vec<PathSegment>) -> ServerError {
    let mut field_error = ServerError::new(error.message(), position);
    field_error.extensions = Some(extensions(error));
    field_error.path = path;
    if error.is_transient() {
        field_error.source = Some(Arc::new(Transient));
    }
    field_error
}

/// Adds by code what is wrong with fields of the input, or why else it was refused.
pub fn add_problems(to: &mut ServerError, error: &Error) {
    let Some(extensions) = &mut to.extensions else { return };
    if let Error::Invalid(field_errors) = error {
        extensions.set(PROBLEMS, field_errors.iter().map(problem).collect::<Vec<_>>());
    }
    if let Some(reason) = error.refusal() {
        extensions.set("reason", to_value(reason).unwrap_or_default());
    }
}

/// What is wrong with a field of the input, by its code and parameters.
fn problem(FieldError { field, problem }: &FieldError) -> Value {
    let mut problem = to_value(problem).unwrap_or_default();
    if let Value::Object(problem) = &mut problem {
        problem.insert(Name::new("field"), field_name(field).into());
    }
    problem
}

/// Marks transient errors.
struct Transient;

/// Whether an error is transient.
pub fn is_transient(error: &ServerError) -> bool {
    error.source::<Transient>().is_some()
}

/// The name of a field in GraphQL. What follows a dot is a key of the client's.
fn field_name(field: &str) -> String {
    let (name, key) = field.split_at(field.find('.').unwrap_or(field.len()));
    camel_case(name) + key
}

/// The error of a document that can't be executed.
pub fn bad_request(message: &str, place: Option<Pos>) -> ServerError {
    server_error(&Error::bad_request(message), place, Vec::new())
}

/// The error of an operation that failed before its execution.
impl From<&Error> for ServerError {
    fn from(error: &Error) -> Self {
        server_error(error, None, Vec::new())
    }
}

/// The error over the rate limit.
pub fn limited(refusal: &HttpError) -> ServerError {
    ServerError { extensions: Some(of_http(refusal)), ..too_many(&refusal.message()) }
}

/// The error over a limit of concurrency or rate.
pub fn too_many(message: &str) -> ServerError {
    with_code(message, Code::RateLimited)
}

/// The error of an unknown document id. The client then sends the text.
pub fn not_persisted() -> ServerError {
    with_code("PersistedQueryNotFound", Code::PersistedQueryNotFound)
}

fn with_code(message: &str, code: Code) -> ServerError {
    let mut error = ServerError::new(message, None);
    error.extensions.get_or_insert_default().set("code", code.as_str());
    error
}

/// The code of an error.
pub fn code(error: &ServerError) -> Code {
    match error.extensions.as_ref().and_then(|extensions| extensions.get("code")) {
        Some(Value::String(code)) => Code::parse(code),
        _ => Code::BadRequest,
    }
}

/// Whether the database is unavailable, or the account holds too much, until it has been read.
pub fn is_outage(error: &ServerError) -> bool {
    let budget = error.extensions.as_ref().and_then(|extensions| extensions.get("budget"));
    let holds = matches!(budget, Some(Value::String(name)) if name == Exceeded::HeldBytes.name());
    holds || code(error) == Code::Unavailable
}

/// An amount of a budget, of time in seconds as in `extensions.cost`.
fn amount(budget: Exceeded, amount: u64) -> Value {
    match budget {
        Exceeded::DatabaseTime => Duration::from_millis(amount).as_secs_f64().into(),
        Exceeded::ResponseBytes | Exceeded::Rows | Exceeded::HeldBytes => amount.into(),
    }
}

/// The `extensions` of an error of a request, over the rate limit with the seconds to wait.
pub fn of_http(error: &HttpError) -> ErrorExtensionValues {
    if let Some(error) = error.error() {
        return extensions(error);
    }
    let mut extensions = ErrorExtensionValues::default();
    extensions.set("code", error.code().as_str());
    if let HttpError::RateLimited { wait } = error {
        extensions.set("retryAfter", *wait);
    }
    extensions
}

/// The `extensions` of an error. They have its code and, depending on it, the missing permissions,
/// the exceeded budget, or the fields that are not valid.
fn extensions(error: &Error) -> ErrorExtensionValues {
    let mut extensions = ErrorExtensionValues::default();
    extensions.set("code", error.code().as_str());
    match error {
        Error::Forbidden { required } => {
            extensions.set("requiredPermissions", required.clone());
        }
        Error::TooExpensive(exceeded) => {
            extensions.set("budget", exceeded.budget.name());
            if let (Some(allowed), Some(needed)) = (exceeded.allowed, exceeded.needed) {
                extensions.set("allowed", amount(exceeded.budget, allowed));
                extensions.set("needed", amount(exceeded.budget, needed));
            }
        }
        Error::Invalid(field_errors) => {
            let mut errors = IndexMap::new();
            for field_error in field_errors {
                let field = Name::new(field_name(&field_error.field));
                let messages: &mut Vec<Value> = errors.entry(field).or_default();
                messages.push(field_error.problem.to_string().into());
            }
            let errors = errors.into_iter().map(|(field, messages)| (field, messages.into()));
            extensions.set("errors", Value::Object(errors.collect()));
        }
        _ => {}
    }
    extensions
}
