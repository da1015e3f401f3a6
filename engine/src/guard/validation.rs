//! Validates documents and variables against the schema, with apollo-compiler.
//!
//! async-graphql's own validation accepts what the specification forbids: variables in positions of
//! another type, selections on `__typename`, fields that conflict further down, and variables that
//! are missing or out of range.

use apollo_compiler::{
    ExecutableDocument, Node, Schema,
    ast::{Type, Value},
    diagnostic::Diagnostic,
    executable::{Operation, VariableDefinition},
    introspection::check_max_depth,
    validation::{DiagnosticData, DiagnosticList, Valid},
};
use async_graphql::{ServerError, Variables, parser};

use super::{
    duplicate_fields::duplicate_field,
    input_values::{check_value, is_one_of},
    suggestions::with_suggestions,
};
use crate::plan::{self, Host, inexact_number, position};

/// Errors that are reported for one document.
const MAX_ERRORS: usize = 20;

/// Validates the text of a document.
///
/// # Errors
/// Everything that is wrong, up to [`MAX_ERRORS`].
pub fn validate<H: Host>(
    schema: &Valid<Schema>,
    text: &str,
) -> Result<Valid<ExecutableDocument>, Vec<ServerError>> {
    let errors = |found: &DiagnosticList| errors::<H>(schema, found);
    // The library drops what is unknown. Validated further, what only that uses would be unused.
    let document = ExecutableDocument::parse(schema, text, "document.graphql")
        .map_err(|invalid| errors(&invalid.errors))?;
    let document = document.validate(schema).map_err(|invalid| errors(&invalid.errors))?;
    match duplicate_field(&document) {
        Some(name) => {
            let message = format!("There can be only one input field named `{name}`");
            Err(vec![H::refused(&message, None)])
        }
        None => Ok(document),
    }
}

/// The first errors of a document.
fn errors<H: Host>(schema: &Schema, found: &DiagnosticList) -> Vec<ServerError> {
    let error = |it: Diagnostic<'_, DiagnosticData>| {
        H::refused(&with_suggestions(schema, it.error), position(it.line_column_range()))
    };
    found.iter().take(MAX_ERRORS).map(error).collect()
}

/// The operation of that name; without a name, the only one.
pub fn operation<'d, H: Host>(
    document: &'d ExecutableDocument,
    name: Option<&str>,
) -> Result<&'d Node<Operation>, ServerError> {
    let found = document.operations.get(name);
    found.map_err(|problem| H::refused(&problem.message().to_string(), None))
}

/// Validates the variables of an operation.
pub fn validate_variables<H: Host>(
    schema: &Schema,
    document: &ExecutableDocument,
    operation: &Operation,
    variables: &Variables,
) -> Result<(), ServerError> {
    operation.variables.iter().try_for_each(|variable| {
        let name = variable.name.as_str();
        let checked = match variables.get(name) {
            Some(value) => {
                let value = value.clone().into_value();
                check_value::<H>(schema, &format_args!("variable {name}"), &variable.ty, &value)
            }
            None if variable.ty.is_non_null() && variable.default_value.is_none() => {
                Err(format!("missing value for non-null variable '{name}'"))
            }
            None => Ok(()),
        };
        checked.map_err(|message| {
            H::refused(&message, position(variable.line_column_range(&document.sources)))
        })
    })
}

/// Checks literal values of custom scalars and one-of inputs.
///
/// Validation knows only the names of these. Variables in one-of inputs are checked too.
pub fn check_literals<H: Host>(
    schema: &Schema,
    document: &ExecutableDocument,
) -> Result<(), ServerError> {
    let wrong = |message: String, at: &Node<Value>| {
        H::refused(&message, position(at.line_column_range(&document.sources)))
    };
    let check = |name: &str, ty: &Type, value: &Node<Value>| {
        if let Some(number) = inexact_number(value, H::is_exact) {
            let number = &number[..number.len().min(40)];
            return Err(wrong(format!("The number {number} can't be kept exactly"), value));
        }
        check_value::<H>(schema, &name, ty, &plan::value(value)).map_err(|it| wrong(it, value))
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

/// Checks the introspection fields of an operation.
///
/// # Errors
/// When they nest lists of the schema too deeply.
pub fn check_introspection<H: Host>(
    document: &Valid<ExecutableDocument>,
    operation: &Operation,
) -> Result<(), ServerError> {
    let checked = check_max_depth(document, operation);
    checked.map_err(|problem| H::refused(&problem.message().to_string(), None))
}

/// A syntax error in one line.
///
/// The parser's own text shows the source over several.
pub fn syntax_error<H: Host>(text: &str, error: &parser::Error) -> ServerError {
    let message = match error {
        parser::Error::Syntax { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let expected = message.rsplit("= ").next().unwrap_or(&message).trim();
    let place = error.positions().next();
    let starts_string = place.is_some_and(|at| {
        let line = text.lines().nth(at.line.saturating_sub(1)).unwrap_or_default();
        line.chars().nth(at.column.saturating_sub(1)) == Some('"')
    });
    let hint = if starts_string && !expected.contains("value") {
        ". Descriptions are not accepted"
    } else {
        ""
    };
    H::refused(&format!("Syntax error: {expected}{hint}"), place)
}
