//! Validates documents and variables against the schema, with apollo-compiler.
//!
//! async-graphql's own validation accepts what the specification forbids: variables in positions of
//! another type, selections on `__typename`, fields that conflict further down, and variables that
//! are missing or out of range.

use apollo_compiler::{
    ExecutableDocument, Node, Schema,
    diagnostic::{Diagnostic, ToCliReport},
    executable::{Operation, VariableDefinition},
    introspection::check_max_depth,
    parser::LineColumn,
    request::coerce_variable_values,
    response::serde_json_bytes,
    validation::Valid,
};
use async_graphql::{ServerError, Variables, parser};
use std::ops::Range;

use super::{duplicate_fields::duplicate_field, suggestions::with_suggestions};
use crate::api::graphql::{
    error::{bad_request, position},
    plan::{foreign_type, value},
};

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
        .map_err(|error| errors(schema, error.errors.iter().collect()))?;
    match duplicate_field(&document) {
        Some(name) => {
            let message = format!("There can be only one input field named `{name}`");
            Err(vec![bad_request(&message, None)])
        }
        None => Ok(document),
    }
}

/// The first errors of a document.
fn errors<T: ToCliReport>(schema: &Schema, found: Vec<Diagnostic<'_, T>>) -> Vec<ServerError> {
    let read = |it: Diagnostic<'_, T>| (it.to_json().message, it.line_column_range());
    let found: Vec<_> = found.into_iter().map(read).collect();
    let unknown: Vec<_> = found
        .iter()
        .filter(|(message, _)| message.contains(UNKNOWN_FIELD))
        .filter_map(|(_, range)| range.as_ref().map(|range| place(range.start)))
        .collect();
    // The library drops unknown fields, and then takes the field around them for one without any.
    let is_consequence = |message: &str, range: &Option<Range<LineColumn>>| {
        message.contains(NO_FIELDS)
            && range.as_ref().is_some_and(|range| {
                unknown.iter().any(|at| (place(range.start)..place(range.end)).contains(at))
            })
    };
    found
        .iter()
        .filter(|(message, range)| !is_consequence(message, range))
        .take(MAX_ERRORS)
        .map(|(message, range)| {
            bad_request(&with_suggestions(schema, message.clone()), position(range.clone()))
        })
        .collect()
}

/// Part of the message about a field that its type doesn't have.
const UNKNOWN_FIELD: &str = "does not have a field";
/// Part of the message about a field of an object type without a selection of fields.
const NO_FIELDS: &str = "must have a subselection set";

fn place(at: LineColumn) -> (usize, usize) {
    (at.line, at.column)
}

/// The operation of that name; without a name, the only one.
///
/// # Errors
/// When there is no such operation.
pub fn operation<'d>(
    document: &'d ExecutableDocument,
    name: Option<&str>,
) -> Result<&'d Node<Operation>, ServerError> {
    let found = document.operations.get(name);
    found.map_err(|problem| bad_request(&problem.message().to_string(), None))
}

/// Validates the variables of an operation.
///
/// # Errors
/// The first that is not valid, at its definition.
pub fn validate_variables(
    schema: &Valid<Schema>,
    document: &ExecutableDocument,
    operation: &Operation,
    variables: &Variables,
) -> Result<(), ServerError> {
    let error = |message: String| bad_request(&message, None);
    let at = |message: &str, variable: Option<&Node<VariableDefinition>>| {
        let place = variable.and_then(|it| it.line_column_range(&document.sources));
        bad_request(message, position(place))
    };
    let json = match operation.variables.is_empty() {
        true => serde_json::Value::Null,
        false => serde_json::to_value(variables).map_err(|problem| error(problem.to_string()))?,
    };
    let serde_json_bytes::Value::Object(json) = json.into() else {
        return Ok(());
    };
    coerce_variable_values(schema, operation, &json).map_err(|problem| {
        // The error doesn't say which variable it is about.
        let is_wrong = |variable: &&Node<VariableDefinition>| {
            let one = Operation { variables: vec![(*variable).clone()], ..operation.clone() };
            coerce_variable_values(schema, &one, &json).is_err()
        };
        let wrong = operation.variables.iter().find(is_wrong);
        at(&without_value(&problem.message().to_string()), wrong)
    })?;
    for variable in &operation.variables {
        if let Some(value) = variables.get(variable.name.as_str())
            && let Some(ty) = foreign_type(schema, &variable.ty, &value.clone().into_value())
        {
            let message = format!("The value of variable {} is no {ty}", variable.name);
            return Err(at(&message, Some(variable)));
        }
    }
    Ok(())
}

/// Checks the values of custom scalars and one-of input objects in a document, of which validation
/// knows only the names.
///
/// # Errors
/// The first that is not valid.
pub fn check_literals(schema: &Schema, document: &ExecutableDocument) -> Result<(), ServerError> {
    let operations = document.operations.iter().flat_map(|operation| {
        operation.variables.iter().filter_map(|it| {
            let default = it.default_value.as_ref()?;
            let ty = foreign_type(schema, &it.ty, &value(default))?;
            Some((it.name.clone(), ty, default.line_column_range(&document.sources)))
        })
    });
    let fields = document.operations.iter().flat_map(|it| it.all_fields(document));
    let arguments = fields.flat_map(|field| {
        field.arguments.iter().filter_map(|argument| {
            let definition = field.definition.argument_by_name(&argument.name)?;
            let ty = foreign_type(schema, &definition.ty, &value(&argument.value))?;
            let place = argument.value.line_column_range(&document.sources);
            Some((argument.name.clone(), ty, place))
        })
    });
    match operations.chain(arguments).next() {
        None => Ok(()),
        Some((name, ty, place)) => {
            Err(bad_request(&format!("The value of {name} is no {ty}"), position(place)))
        }
    }
}

/// Checks the introspection fields of an operation.
///
/// # Errors
/// When they nest lists of the schema too deeply.
pub fn check_introspection(
    document: &Valid<ExecutableDocument>,
    operation: &Operation,
) -> Result<(), ServerError> {
    let checked = check_max_depth(document, operation);
    checked.map_err(|problem| bad_request(&problem.message().to_string(), None))
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
