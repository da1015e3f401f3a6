//! Validates documents and variables against the schema, with apollo-compiler.
//!
//! async-graphql's own validation accepts what the specification forbids: variables in positions of
//! another type, selections on `__typename`, fields that conflict further down, and variables that
//! are missing or out of range.

use apollo_compiler::{
    ExecutableDocument, Schema, diagnostic::Diagnostic, request::coerce_variable_values,
    response::serde_json_bytes, validation::Valid,
};
use async_graphql::{Pos, ServerError, Variables, parser};

use super::duplicate_fields::duplicate_field;
use crate::api::graphql::resolve::bad_request;

/// Errors that are reported for one document.
const MAX_ERRORS: usize = 20;

/// Validates the text of a document.
///
/// # Errors
/// Everything that is wrong, up to [`MAX_ERRORS`].
pub fn validate(
    schema: &Valid<Schema>,
    text: &str,
) -> Result<Valid<ExecutableDocument>, Vec<ServerError>> {
    let document = ExecutableDocument::parse_and_validate(schema, text, "document.graphql")
        .map_err(|error| {
            error.errors.iter().take(MAX_ERRORS).map(diagnostic).collect::<Vec<_>>()
        })?;
    match duplicate_field(&document) {
        Some(name) => {
            let message = format!("There can be only one input field named `{name}`");
            Err(vec![bad_request(&message, None)])
        }
        None => Ok(document),
    }
}

fn diagnostic<T: apollo_compiler::diagnostic::ToCliReport>(
    diagnostic: Diagnostic<'_, T>,
) -> ServerError {
    let start = diagnostic.line_column_range().map(|range| range.start);
    let position = start.map(|start| Pos { line: start.line, column: start.column });
    bad_request(&diagnostic.to_json().message, position)
}

/// Validates the variables of an operation.
///
/// # Errors
/// The first that is not valid, or that there is no such operation.
pub fn validate_variables(
    schema: &Valid<Schema>,
    document: &Valid<ExecutableDocument>,
    operation: Option<&str>,
    variables: &Variables,
) -> Result<(), ServerError> {
    let error = |message: String| bad_request(&message, None);
    let operation = document.operations.get(operation);
    let operation = operation.map_err(|problem| error(problem.message().to_string()))?;
    let variables =
        serde_json::to_value(variables).map_err(|problem| error(problem.to_string()))?;
    let serde_json_bytes::Value::Object(variables) = variables.into() else { return Ok(()) };
    coerce_variable_values(schema, operation, &variables)
        .map(|_| ())
        .map_err(|problem| error(without_value(&problem.message().to_string())))
}

/// The message about a variable, without its value: errors are logged and forwarded, and a value can
/// be a secret, or very long.
fn without_value(message: &str) -> String {
    const MAX_BYTES: usize = 200;
    let coercion = message.strip_prefix("could not coerce ").and_then(|rest| {
        let (what, rest) = rest.split_once(": ")?;
        let (_, ty) = rest.rsplit_once(" to type ")?;
        Some(format!("The value of {what} is no {ty}"))
    });
    let mut text = coercion.unwrap_or_else(|| message.to_owned());
    text.truncate(text.floor_char_boundary(MAX_BYTES));
    text
}

/// A syntax error in one line; the parser's own text shows the source over several.
pub fn syntax_error(error: &parser::Error) -> ServerError {
    let text = match error {
        parser::Error::Syntax { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let expected = text.rsplit("= ").next().unwrap_or(&text).trim();
    bad_request(&format!("Syntax error: {expected}"), error.positions().next())
}
