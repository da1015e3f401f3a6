//! Checks values of variables and literals against their types (specification, 3).
//!
//! The specification leaves to each custom scalar what it accepts, so that validation knows only its
//! name, and apollo-compiler doesn't know `@oneOf`.

use apollo_compiler::{
    Schema,
    ast::Type,
    schema::{ExtendedType, InputObjectType},
};
use async_graphql::{Name, indexmap::IndexMap};
use async_graphql_value::Value;
use std::fmt::Display;

use super::suggestions::with_similar;
use crate::plan::Host;

/// Most bytes of a name in a message. Errors are logged and forwarded.
const NAME_BYTES: usize = 64;

/// Checks a value in a position of a type.
///
/// # Errors
/// What is wrong, without the value, which can be a secret, or very long.
pub fn check_value<H: Host>(
    schema: &Schema,
    what: &dyn Display,
    ty: &Type,
    value: &Value,
) -> Result<(), String> {
    match (ty, value) {
        (_, Value::Variable(_)) => Ok(()),
        (ty, Value::Null) if ty.is_non_null() => {
            Err(format!("null value for {what} of non-null type {ty}"))
        }
        (_, Value::Null) => Ok(()),
        (Type::List(of) | Type::NonNullList(of), Value::List(items)) => {
            items.iter().try_for_each(|item| check_value::<H>(schema, what, of, item))
        }
        // A single value is coerced to a list of one.
        (Type::List(of) | Type::NonNullList(of), one) => check_value::<H>(schema, what, of, one),
        (Type::Named(name) | Type::NonNullNamed(name), value) => {
            let wrong = || format!("The value of {what} is no {name}");
            let fits = match (schema.types.get(name), value) {
                (Some(ExtendedType::InputObject(object)), Value::Object(fields)) => {
                    return check_object::<H>(schema, what, object, fields);
                }
                // Validation has checked those of documents.
                (Some(ExtendedType::Enum(_)), Value::Enum(_)) => true,
                (Some(ExtendedType::Enum(of)), Value::String(text)) => {
                    if !of.values.contains_key(text.as_str()) {
                        return Err(with_similar(schema, wrong(), text, name));
                    }
                    true
                }
                (Some(ExtendedType::Scalar(_)), value) => accepts::<H>(name, value),
                _ => false,
            };
            if fits { Ok(()) } else { Err(wrong()) }
        }
    }
}

/// Checks an input object.
fn check_object<H: Host>(
    schema: &Schema,
    what: &dyn Display,
    object: &InputObjectType,
    fields: &IndexMap<Name, Value>,
) -> Result<(), String> {
    let of = &object.name;
    for (name, value) in fields {
        let Some(definition) = object.fields.get(name.as_str()) else {
            let name = &name[..name.floor_char_boundary(NAME_BYTES)];
            let message = format!("Input object has key {name} not in type {of}");
            return Err(with_similar(schema, message, name, of));
        };
        check_value::<H>(schema, &format_args!("input field {of}.{name}"), &definition.ty, value)?;
    }
    let mut definitions = object.fields.values();
    if let Some(missing) =
        definitions.find(|it| it.is_required() && !fields.contains_key(it.name.as_str()))
    {
        let name = &missing.name;
        return Err(format!("Missing value for non-null input object field {of}.{name}"));
    }
    let is_one = fields.len() == 1 && fields.values().all(|it| *it != Value::Null);
    if is_one_of(object) && !is_one {
        return Err(format!(
            "In the value of {what}, {of} must have exactly one field, and it must not be null"
        ));
    }
    Ok(())
}

/// Whether a scalar has this value.
fn accepts<H: Host>(scalar: &str, value: &Value) -> bool {
    match (scalar, value) {
        ("Int", Value::Number(it)) => {
            it.as_i64().is_some_and(|number| i32::try_from(number).is_ok())
        }
        ("ID", Value::Number(it)) => it.is_i64(),
        ("Float", Value::Number(_)) | ("String" | "ID", Value::String(_)) => true,
        ("Boolean", Value::Boolean(_)) => true,
        ("Int" | "Float" | "String" | "Boolean" | "ID", _) => false,
        _ => H::accepts(scalar, value),
    }
}

/// Whether values of an input object have exactly one field.
pub fn is_one_of(object: &InputObjectType) -> bool {
    object.directives.has("oneOf")
}
