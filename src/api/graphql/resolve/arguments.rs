//! The arguments of root fields.

use async_graphql::{
    Context, InputType, InputValueResult, Name, Value, indexmap::IndexMap, registry::Registry,
};
use entity::Timestamp;

use crate::{
    api::graphql::schema::{big_int, read as kind},
    error::Error,
    operations::records::{Expected, Target},
    resources::{Key, KeyKind, Resource},
};

/// An argument as it arrived; `None` where it, or its variable, was left out.
///
/// Validation has held it against its type already: the registry knows the types, and what is made
/// of a value depends on the kind of record, which no Rust type stands for.
struct Raw(Option<Value>);

impl InputType for Raw {
    type RawValueType = Self;

    fn type_name() -> std::borrow::Cow<'static, str> {
        "Raw".into()
    }

    fn create_type_info(_: &mut Registry) -> String {
        Self::qualified_type_name()
    }

    fn parse(value: Option<Value>) -> InputValueResult<Self> {
        Ok(Self(value))
    }

    fn to_value(&self) -> Value {
        self.0.clone().unwrap_or_default()
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }
}

/// An argument; `None` where it, or its variable, was left out.
pub fn given(ctx: &Context<'_>, name: &str) -> Result<Option<Value>, Error> {
    match ctx.param_value::<Raw>(name, None) {
        Ok((_, Raw(value))) => Ok(value),
        Err(error) => Err(Error::bad_request(error.message)),
    }
}

/// A text.
pub fn text(ctx: &Context<'_>, name: &str) -> Result<String, Error> {
    let text = given(ctx, name)?.and_then(plain);
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

/// A list of texts; one alone stands for a list of it.
pub fn texts(ctx: &Context<'_>, name: &str) -> Result<Vec<String>, Error> {
    let values = match given(ctx, name)? {
        Some(Value::List(values)) => values,
        value => value.into_iter().collect(),
    };
    let texts: Option<Vec<String>> = values.into_iter().map(plain).collect();
    texts.ok_or_else(|| Error::bad_request(format!("{name} must be a list of strings")))
}

/// A text that may be left out or null.
pub fn optional_text(ctx: &Context<'_>, name: &str) -> Result<Option<String>, Error> {
    match given(ctx, name)? {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(Error::bad_request(format!("{name} must be a string"))),
    }
}

/// The kinds among the arguments.
pub fn kinds(ctx: &Context<'_>) -> Result<Option<Vec<&'static Resource>>, Error> {
    let unknown = || Error::bad_request("kinds has one that is unknown");
    match given(ctx, "kinds")? {
        None | Some(Value::Null) => Ok(None),
        Some(Value::List(items)) => {
            let kinds = items.iter().map(kind).collect::<Option<Vec<_>>>();
            kinds.map(Some).ok_or_else(unknown)
        }
        Some(one) => kind(&one).map(|kind| Some(vec![kind])).ok_or_else(unknown),
    }
}

/// A moment among the arguments.
pub fn moment(ctx: &Context<'_>, name: &str) -> Result<Option<Timestamp>, Error> {
    let Some(text) = optional_text(ctx, name)? else { return Ok(None) };
    let moment = Timestamp::parse(&text);
    moment.map(Some).ok_or_else(|| Error::bad_request(format!("{name} must be a DateTime")))
}

/// The fields of an input object.
pub fn object(ctx: &Context<'_>, name: &str) -> Result<IndexMap<Name, Value>, Error> {
    match given(ctx, name)? {
        Some(Value::Object(fields)) => Ok(fields),
        _ => Err(Error::bad_request(format!("{name} must be an input object"))),
    }
}

/// The record that the key among the arguments names.
pub fn target(ctx: &Context<'_>, resource: &'static Resource) -> Result<Target, Error> {
    let name = key_argument(resource);
    if resource.key != KeyKind::Id {
        return Ok(Target::named(resource, &text(ctx, name)?));
    }
    let id = given(ctx, name)?.as_ref().and_then(big_int);
    let id = id.ok_or_else(|| Error::bad_request(format!("{name} must be a BigInt")))?;
    Ok(Target { resource, key: Some(Key::Id(id)) })
}

/// The name of the argument that says which version a change is meant for.
pub const EXPECTED_VERSION: &str = "expectedVersion";

/// The version that a change is meant for.
pub fn expected(ctx: &Context<'_>) -> Result<Expected, Error> {
    match given(ctx, EXPECTED_VERSION)? {
        None | Some(Value::Null) => Ok(Expected::Any),
        Some(value) => {
            let version = big_int(&value).ok_or_else(|| {
                Error::bad_request(format!("{EXPECTED_VERSION} must be a BigInt"))
            })?;
            Ok(Expected::OneOf(vec![version]))
        }
    }
}

/// The argument that names a record: its key, bare.
pub fn key_argument(resource: &Resource) -> &'static str {
    match resource.key {
        KeyKind::Id => "databaseId",
        key => key.column(),
    }
}
