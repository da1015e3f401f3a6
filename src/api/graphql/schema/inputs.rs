//! Input types, and their conversion to the fields of operations.

use adopt::JsonType;
use async_graphql::{Name, Value, indexmap::IndexMap, registry::MetaType};

use super::{
    enums::enum_name,
    scalars::{BIG_INT, DATE_TIME, JSON, JSON_OBJECT, big_int, items},
    types::{input, input_object},
};
use crate::{
    error::Error,
    operations::rows::Fields,
    resources::{Absent, DefaultValue, Input, RequestBody, Rule, camel_case, is_name},
};

/// The type of a request's fields.
pub fn input_type(body: &RequestBody) -> MetaType {
    let named = body.inputs.iter().filter(|field| is_name(&field.camel_name()));
    let fields = named.flat_map(|field| {
        let required = body.absent == Absent::Filled && field.default_value == DefaultValue::None;
        let global = global_field(field);
        // One of two fields can't be required by its type.
        let mark = if required && global.is_none() { "!" } else { "" };
        let name = field.camel_name();
        let global = global.map(|(global, ty)| {
            input(global, ty, &format!("The same as `{name}`, by global id; one of the two."))
        });
        let plain = input(name, format!("{}{mark}", type_of(field.rule)), field.description);
        [plain].into_iter().chain(global)
    });
    input_object(&body.type_name, &body.description, fields).build()
}

/// The name and type of the field for global ids of accounts. It is `user` for `userId`, and
/// `users` for `userIds`.
pub fn global_field(field: &Input) -> Option<(String, &'static str)> {
    match field.rule {
        Rule::Account => Some((camel_case(field.name.strip_suffix("_id")?), "ID")),
        Rule::Accounts => Some((camel_case(field.name.strip_suffix("_ids")?) + "s", "[ID!]")),
        _ => None,
    }
}

fn type_of(rule: Rule) -> &'static str {
    match rule {
        Rule::Text { .. }
        | Rule::Name { .. }
        | Rule::LanguageTag
        | Rule::CurrencyCode
        | Rule::Email
        | Rule::Link
        | Rule::Reference => "String",
        Rule::Choice(choices) => choices.name,
        Rule::Int => "Int",
        Rule::Bool => "Boolean",
        Rule::DateTime => DATE_TIME,
        Rule::Json | Rule::Catalogue => JSON_OBJECT,
        Rule::Permissions => "[String!]",
        Rule::Account => BIG_INT,
        Rule::Accounts => "[BigInt!]",
        Rule::Column(of) => match of {
            JsonType::Flag => "Boolean",
            JsonType::Int => "Int",
            JsonType::BigInt => BIG_INT,
            JsonType::Text => "String",
            JsonType::Any => JSON,
        },
    }
}

/// Converts an input to the names and formats that operations use. They are those of
/// docs/reference/rest-api.md. Absent fields, and those whose variable is absent, stay absent.
pub fn fields(inputs: &[Input], sent: &IndexMap<Name, Value>) -> Result<Fields, Error> {
    inputs
        .iter()
        .filter_map(|input| {
            let name = input.camel_name();
            let value = sent.get(&*name)?;
            let field = plain(input.rule, value).ok_or_else(|| {
                Error::bad_request(format!("{name} must be of type {}", type_of(input.rule)))
            });
            Some(field.map(|field| (input.name.to_owned(), field)))
        })
        .collect()
}

fn plain(rule: Rule, value: &Value) -> Option<serde_json::Value> {
    if *value == Value::Null {
        return Some(serde_json::Value::Null);
    }
    match rule {
        Rule::Account | Rule::Column(JsonType::BigInt) => big_int(value).map(Into::into),
        Rule::Accounts => {
            items(value).iter().map(big_int).collect::<Option<Vec<i64>>>().map(Into::into)
        }
        Rule::Int | Rule::Column(JsonType::Int) => {
            let Value::Number(number) = value else {
                return None;
            };
            number.as_i64().and_then(|number| i32::try_from(number).ok()).map(Into::into)
        }
        Rule::Choice(_) => enum_name(value).map(|name| name.to_ascii_lowercase().into()),
        // GraphQL coerces one value to a list of one.
        Rule::Permissions if !matches!(value, Value::List(_)) => {
            value.clone().into_json().ok().map(|item| vec![item].into())
        }
        _ => value.clone().into_json().ok(),
    }
}
