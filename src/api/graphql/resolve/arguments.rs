//! Parses the arguments of root fields.

use async_graphql::{Name, Value, indexmap::IndexMap};
use std::{fmt::Display, sync::Arc, time::Duration};

use crate::{
    api::{
        graphql::{
            execute::Context,
            schema::{
                DURATION, EXPECTED_VERSION, GLOBAL_KEY, OVERLAP, REASON, big_int, enum_name,
                fields, global_field,
            },
        },
        http::parse_duration,
    },
    auth::{Api, Call, Reason},
    error::Error,
    kinds::global_id,
    operations::rows::{Expected, Fields, Target, read::PATTERN_CHARACTERS},
    parameters::{Arguments, Parameter, ParameterType},
    resources::{DefaultValue, Input, Key, KeyKind, Resource, a, camel_case},
};

/// Parses a string.
pub fn text(ctx: Context<'_>, name: &str) -> Result<String, Error> {
    let text = ctx.argument(name).and_then(plain);
    text.ok_or_else(|| Error::bad_request(format!("{name} must be a string")))
}

fn plain(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        // An ID may be written as a number.
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Parses a list of strings. A single value is a list of one.
pub fn texts(ctx: Context<'_>, name: &str) -> Result<Vec<String>, Error> {
    let values = ctx.items(name).unwrap_or_default();
    let texts: Option<Vec<String>> = values.into_iter().map(plain).collect();
    texts.ok_or_else(|| Error::bad_request(format!("{name} must be a list of strings")))
}

/// Parses a string that may be omitted or null.
pub fn optional_text(ctx: Context<'_>, name: &str) -> Result<Option<String>, Error> {
    match ctx.argument(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Error::bad_request(format!("{name} must be a string"))),
    }
}

/// Checks the length of a text to search for.
pub fn limit_pattern(text: &str, name: &str) -> Result<(), Error> {
    match text.chars().nth(PATTERN_CHARACTERS) {
        Some(_) => Err(Error::bad_request(format!(
            "{name} must have at most {PATTERN_CHARACTERS} characters"
        ))),
        None => Ok(()),
    }
}

/// The values of parameters in the arguments of a field.
///
/// # Errors
/// `BadRequest`, with the name of the argument.
pub fn given(ctx: Context<'_>, parameters: &'static [Parameter]) -> Result<Arguments, Error> {
    let mut arguments = Arguments::new(Api::Graphql);
    for parameter in parameters {
        let name = parameter.name_in(Api::Graphql);
        let is_name = matches!(parameter.ty, ParameterType::OneOf(..));
        let texts: Option<Vec<String>> = match parameter.ty {
            ParameterType::Account(global) => {
                by_either(ctx, &name, global, account_id)?.map(|id| vec![id.to_string()])
            }
            _ => ctx
                .items(&name)
                .map(|items| items.into_iter().filter_map(|it| written(it, is_name)).collect()),
        };
        texts.map_or(Ok(()), |texts| arguments.read(parameter, &texts))?;
    }
    Ok(arguments)
}

/// A value as REST writes it. Names are those of an enum, which are texts in variables.
fn written(value: Value, is_name: bool) -> Option<String> {
    match value {
        Value::Boolean(flag) => Some(flag.to_string()),
        value if is_name => enum_name(&value).map(str::to_ascii_lowercase),
        value => plain(value),
    }
}

/// The fields of an input object.
pub fn object(ctx: Context<'_>, name: &str) -> Result<IndexMap<Name, Value>, Error> {
    match ctx.argument(name) {
        Some(Value::Object(fields)) => Ok(fields),
        _ => Err(Error::bad_request(format!("{name} must be an input object"))),
    }
}

/// Parses an input object to the fields of an operation. Global ids of accounts become ids.
pub fn body(mut sent: IndexMap<Name, Value>, inputs: &[Input]) -> Result<Fields, Error> {
    for input in inputs {
        let Some((global, _)) = global_field(input) else { continue };
        let plain = camel_case(input.name);
        sent.retain(|name, value| *name != global || *value != Value::Null);
        let is_given = sent.get(plain.as_str()).is_some_and(|value| *value != Value::Null);
        let ids = match (sent.shift_remove(global.as_str()), is_given) {
            (None, true) => continue,
            (None, false) if input.default_value != DefaultValue::None => continue,
            (None, false) => {
                return Err(Error::bad_request(format!("{plain} or {global} must be given")));
            }
            (Some(_), true) => return Err(not_both(&plain, &global)),
            (Some(Value::List(ids)), false) => {
                let ids = ids.iter().map(|id| account_id(id, &global).map(Value::from));
                Value::List(ids.collect::<Result<_, _>>()?)
            }
            (Some(id), false) => account_id(&id, &global)?.into(),
        };
        sent.insert(Name::new(plain), ids);
    }
    fields(inputs, &sent)
}

/// Parses an id in one of two arguments. The second takes a global id.
fn by_either(
    ctx: Context<'_>,
    id: &str,
    global: &str,
    decode: impl FnOnce(&Value, &str) -> Result<i64, Error>,
) -> Result<Option<i64>, Error> {
    match (ctx.argument(id), ctx.argument(global)) {
        (None, None) => Ok(None),
        (Some(value), None) => big_int(&value)
            .map(Some)
            .ok_or_else(|| Error::bad_request(format!("{id} must be a BigInt"))),
        (None, Some(value)) => decode(&value, global).map(Some),
        (Some(_), Some(_)) => Err(not_both(id, global)),
    }
}

fn account_id(value: &Value, name: &str) -> Result<i64, Error> {
    decoded(value, Resource::is_account)
        .ok_or_else(|| Error::bad_request(format!("{name} is not the id of an account")))
}

/// The id of a record of a kind in its global id.
pub fn record_id(value: &Value, name: impl Display, resource: &Resource) -> Result<i64, Error> {
    decoded(value, |it| it == resource)
        .ok_or_else(|| Error::bad_request(format!("{name} is not the id of {}", a(resource))))
}

/// The id in a global id, if its record fits.
pub fn decoded(value: &Value, fits: impl FnOnce(&Resource) -> bool) -> Option<i64> {
    named(value).filter(|(resource, _)| fits(resource)).map(|(_, id)| id)
}

/// The record that a value names by its global id.
pub fn named(value: &Value) -> Option<(&'static Resource, i64)> {
    let Value::String(text) = value else { return None };
    global_id::decode(text)
}

fn not_both(one: &str, other: &str) -> Error {
    Error::bad_request(format!("{one} and {other} can't both be given"))
}

/// Parses the key of a record.
pub fn target(ctx: Context<'_>, resource: &'static Resource) -> Result<Target, Error> {
    let name = resource.camel_key.as_str();
    if resource.key != KeyKind::Id {
        return Ok(Target::named(resource, &text(ctx, name)?));
    }
    let id = by_either(ctx, name, GLOBAL_KEY, |value, global| record_id(value, global, resource))?;
    let id =
        id.ok_or_else(|| Error::bad_request(format!("{name} or {GLOBAL_KEY} must be given")))?;
    Ok(Target { resource, key: Some(Key::Id(id)) })
}

/// Parses the version that a change requires.
pub fn expected(ctx: Context<'_>) -> Result<Expected, Error> {
    let Some(value) = ctx.argument(EXPECTED_VERSION) else { return Ok(Expected::Any) };
    let version = big_int(&value)
        .ok_or_else(|| Error::bad_request(format!("{EXPECTED_VERSION} must be a BigInt")))?;
    Ok(Expected::OneOf(vec![version]))
}

/// The call, with the reason in the arguments.
pub fn with_reason(ctx: Context<'_>) -> Result<Arc<Call>, Error> {
    let reason = optional_text(ctx, REASON)?;
    let reason = reason.as_deref().map(Reason::new).transpose()?;
    Ok(ctx.call.because(reason))
}

/// The overlap; zero if absent.
pub fn overlap(ctx: Context<'_>) -> Result<Duration, Error> {
    let Some(value) = ctx.argument(OVERLAP) else { return Ok(Duration::ZERO) };
    let overlap = if let Value::String(text) = &value { parse_duration(text) } else { None };
    overlap.ok_or_else(|| Error::bad_request(format!("{OVERLAP} must be a {DURATION}")))
}
