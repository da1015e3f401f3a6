//! Validates documents and variables against the schema, with apollo-compiler.
//!
//! async-graphql's own validation accepts what the specification forbids: variables in positions of
//! another type, selections on `__typename`, fields that conflict further down, and variables that
//! are missing or out of range.

use apollo_compiler::{
    ExecutableDocument, Node, Schema,
    ast::{Type, Value},
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

use super::{
    duplicate_fields::duplicate_field,
    suggestions::{with_similar_values, with_suggestions},
};
use crate::api::graphql::{
    error::{bad_request, position},
    plan::{self, foreign_type, inexact_number, is_one_of},
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
    let dropped: Vec<_> = found
        .iter()
        .filter(|(message, _)| DROPPED.iter().any(|part| message.contains(part)))
        .collect();
    // The library drops fields and fragments that are wrong. It then takes the field around them for
    // one without any, and what only they use for unused.
    let is_consequence = |message: &str, range: &Option<Range<LineColumn>>| {
        if message.contains(NO_FIELDS) {
            let around = range.as_ref().map(|range| place(range.start)..place(range.end));
            let mut starts = dropped.iter().filter_map(|(_, at)| Some(place(at.as_ref()?.start)));
            return around.is_some_and(|around| starts.any(|at| around.contains(&at)));
        }
        let named = message.strip_prefix(NO_FRAGMENT).and_then(|rest| rest.split_once('`'));
        if let Some((fragment, _)) = named {
            let of = format!("of fragment `{fragment}` is not a type");
            return dropped.iter().any(|(message, _)| message.contains(&of));
        }
        // Of a fragment on a type without fields the type condition is wrong, and nothing else.
        if let Some((fragment, _)) = message.split_once(" with type condition `") {
            let of = format!("{fragment} must have a composite type");
            return found.iter().any(|(message, _)| message.starts_with(&of));
        }
        let field = message.strip_prefix("type `").and_then(|it| it.split_once("` does not have"));
        if let Some(ty) = field.and_then(|(of, _)| schema.types.get(of)) {
            return ty.is_input_type();
        }
        !dropped.is_empty() && UNUSED.iter().any(|part| message.contains(part))
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

/// Parts of the messages about fields and fragments that the library drops.
const DROPPED: [&str; 3] =
    ["does not have a field", "must not have subselections", "is not a type defined in the schema"];
/// Part of the message about an object field without selected fields.
const NO_FIELDS: &str = "must have a subselection set";
/// The start of the message about an undefined fragment.
const NO_FRAGMENT: &str = "cannot find fragment `";
/// Parts of the messages about variables and fragments that nothing uses.
const UNUSED: [&str; 2] = ["unused variable", "must be used in an operation"];

fn place(at: LineColumn) -> (usize, usize) {
    (at.line, at.column)
}

/// The operation of that name; without a name, the only one.
pub fn operation<'d>(
    document: &'d ExecutableDocument,
    name: Option<&str>,
) -> Result<&'d Node<Operation>, ServerError> {
    let found = document.operations.get(name);
    found.map_err(|problem| bad_request(&problem.message().to_string(), None))
}

/// Validates the variables of an operation.
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
    let json = if operation.variables.is_empty() {
        serde_json::Value::Null
    } else {
        serde_json::to_value(variables).map_err(|problem| error(problem.to_string()))?
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
        at(&without_value(schema, &problem.message().to_string()), wrong)
    })?;
    for variable in &operation.variables {
        if let Some(value) = variables.get(variable.name.as_str())
            && let Some(ty) = foreign_type(schema, &variable.ty, &value.clone().into_value())
        {
            let message = foreign(schema, &format!("variable {}", variable.name), ty);
            return Err(at(&message, Some(variable)));
        }
    }
    Ok(())
}

/// Checks literal values of custom scalars and one-of inputs. Validation knows only the names of
/// these. Variables in one-of inputs are checked too.
pub fn check_literals(schema: &Schema, document: &ExecutableDocument) -> Result<(), ServerError> {
    let wrong = |message: String, at: &Node<Value>| {
        bad_request(&message, position(at.line_column_range(&document.sources)))
    };
    let check = |name: &str, ty: &Type, value: &Node<Value>| match foreign_type(
        schema,
        ty,
        &plan::value(value),
    ) {
        None => match inexact_number(value) {
            None => Ok(()),
            Some(number) => {
                let number = &number[..number.len().min(40)];
                Err(wrong(format!("The number {number} can't be kept exactly"), value))
            }
        },
        Some(ty) => Err(wrong(foreign(schema, name, ty), value)),
    };
    for operation in document.operations.iter() {
        for variable in &operation.variables {
            if let Some(default) = &variable.default_value {
                check(&variable.name, &variable.ty, default)?;
            }
        }
        for field in operation.all_fields(document) {
            for argument in &field.arguments {
                let Some(definition) = field.definition.argument_by_name(&argument.name) else {
                    continue;
                };
                check(&argument.name, &definition.ty, &argument.value)?;
                let of = definition.ty.inner_named_type();
                if let Some((message, at)) =
                    nullable_in_one_of(schema, operation, of, &argument.value)
                {
                    return Err(wrong(message, at));
                }
            }
        }
    }
    Ok(())
}

/// An error about a variable of a one-of input object (specification, 5.8.5).
fn nullable_in_one_of<'v>(
    schema: &Schema,
    operation: &Operation,
    type_name: &str,
    value: &'v Node<Value>,
) -> Option<(String, &'v Node<Value>)> {
    match value.as_ref() {
        Value::List(items) => {
            items.iter().find_map(|item| nullable_in_one_of(schema, operation, type_name, item))
        }
        Value::Object(fields) => {
            let object = schema.get_input_object(type_name)?;
            fields.iter().find_map(|(field, value)| {
                let is_it = |variable: &&Node<VariableDefinition>| {
                    value.as_variable() == Some(&variable.name) && !variable.ty.is_non_null()
                };
                match operation.variables.iter().find(is_it) {
                    Some(variable) if is_one_of(object) => {
                        let message = format!(
                            "variable `${}` of type `{}` must be non-null to be used in the one-of \
                             input object `{type_name}`",
                            variable.name, variable.ty
                        );
                        Some((message, value))
                    }
                    _ => {
                        let of = object.fields.get(field)?.ty.inner_named_type();
                        nullable_in_one_of(schema, operation, of, value)
                    }
                }
            })
        }
        _ => None,
    }
}

/// The message about a value that is none of its type.
fn foreign(schema: &Schema, what: &str, ty: &str) -> String {
    match schema.get_input_object(ty) {
        Some(object) if is_one_of(object) => {
            format!(
                "In the value of {what}, {ty} must have exactly one field, and it must not be null"
            )
        }
        _ => format!("The value of {what} is no {ty}"),
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

/// The message about a variable, without its value. Errors are logged and forwarded, and a value
/// can be a secret, or very long. Similar values of an enum are named.
fn without_value(schema: &Schema, message: &str) -> String {
    const MAX_BYTES: usize = 200;
    let short = |text: &str| text[..text.floor_char_boundary(MAX_BYTES)].to_owned();
    let coercion = message.strip_prefix("could not coerce ").and_then(|rest| {
        let (what, rest) = rest.split_once(": ")?;
        let (value, ty) = rest.rsplit_once(" to type ")?;
        let message = short(&format!("The value of {what} is no {ty}"));
        Some(with_similar_values(schema, message, value.trim_matches('"'), ty))
    });
    coercion.unwrap_or_else(|| with_suggestions(schema, short(message)))
}

/// A syntax error in one line. The parser's own text shows the source over several.
pub fn syntax_error(error: &parser::Error) -> ServerError {
    let text = match error {
        parser::Error::Syntax { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let expected = text.rsplit("= ").next().unwrap_or(&text).trim();
    bad_request(&format!("Syntax error: {expected}"), error.positions().next())
}
