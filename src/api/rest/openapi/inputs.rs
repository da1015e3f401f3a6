//! Schemas of request bodies, made from the rules that validate them.

use adopt::JsonType;
use serde_json::{Value as Json, json};
use utoipa::openapi::{
    ArrayBuilder, Components, KnownFormat, Object, ObjectBuilder, RefOr, Schema, Type,
    schema::SchemaType,
};

use super::schemas::{any, choice, custom, known, types};
use crate::{
    operations::records::write::{LINK_CHARACTERS, MOST_NAMES, NAME_CHARACTERS, pattern_set},
    resources::{Absent, DefaultValue, Input, Rule},
};

/// Text without NUL, in the syntax that all dialects of patterns share.
const WITHOUT_NUL: &str = r"^[^\x00]*$";
/// A language tag (RFC 5646, 2.1), with `-` or `_`. It has language, script, region, variants,
/// extensions and private use, or is one of the irregular tags from before these rules.
const LANGUAGE_TAG: &str = "^(([A-Za-z]{2,3}([-_][A-Za-z]{3}){0,3}|[A-Za-z]{4,8})\
    ([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|[0-9]{3}))?\
    ([-_]([A-Za-z][A-Za-z0-9]{4,7}|[0-9][A-Za-z0-9]{3,7}))*\
    ([-_][0-9A-WYZa-wyz]([-_][A-Za-z0-9]{2,8})+)*([-_][Xx]([-_][A-Za-z0-9]{1,8})+)?\
    |[Xx]([-_][A-Za-z0-9]{1,8})+\
    |[Ii][-_]([Aa][Mm][Ii]|[Bb][Nn][Nn]|[Dd][Ee][Ff][Aa][Uu][Ll][Tt]|[Ee][Nn][Oo][Cc][Hh][Ii][Aa][Nn]\
    |[Hh][Aa][Kk]|[Kk][Ll][Ii][Nn][Gg][Oo][Nn]|[Ll][Uu][Xx]|[Mm][Ii][Nn][Gg][Oo]\
    |[Nn][Aa][Vv][Aa][Jj][Oo]|[Pp][Ww][Nn]|[Tt]([Aa][OoYy]|[Ss][Uu]))|[Ee][Nn][-_][Gg][Bb][-_][Oo][Ee][Dd]\
    |[Ss][Gg][Nn][-_]([Bb][Ee][-_]([Ff][Rr]|[Nn][Ll])|[Cc][Hh][-_][Dd][Ee]))$";
/// The code of a currency (ISO 4217).
const CURRENCY_CODE: &str = "^[A-Z]{3}$";
/// An http or https URL, or a path on the same site.
const LINK: &str = r"^([Hh][Tt][Tt][Pp][Ss]?://.+|/([^/\\].*)?)$";

/// The schema of a request's body.
pub fn body(
    inputs: &[Input],
    absent: Absent,
    description: &str,
    components: &mut Components,
) -> Object {
    let object = ObjectBuilder::new().description(Some(description));
    let object = inputs.iter().fold(object, |object, input| {
        let object = object.property(input.name, field(input, absent, components));
        let required = absent == Absent::Filled && !input.has_default();
        if required { object.required(input.name) } else { object }
    });
    object.build()
}

fn field(input: &Input, absent: Absent, components: &mut Components) -> RefOr<Schema> {
    // A PATCH has no defaults: generated clients that fill them in would overwrite fields that the
    // caller didn't set.
    let is_kept = absent == Absent::Kept || (absent == Absent::Reset && input.kept);
    let default = (!is_kept).then(|| default(input.default_value)).flatten();
    let nullable = input.nullable();
    let typed = |ty| ObjectBuilder::new().schema_type(types(ty, nullable));
    let integer = |format| typed(Type::Integer).format(Some(known(format)));
    let schema = match input.rule {
        Rule::Text { min, max } => text(typed(Type::String), min, max),
        Rule::Name { plain } => {
            text(typed(Type::String), 1, NAME_CHARACTERS).pattern(Some(name(plain)))
        }
        Rule::LanguageTag => {
            text(typed(Type::String), 1, NAME_CHARACTERS).pattern(Some(LANGUAGE_TAG))
        }
        Rule::CurrencyCode => text(typed(Type::String), 3, 3).pattern(Some(CURRENCY_CODE)),
        Rule::Email => text(typed(Type::String), 3, NAME_CHARACTERS).pattern(Some(email())),
        Rule::Reference => text(typed(Type::String), 1, NAME_CHARACTERS),
        Rule::Link => text(typed(Type::String), 1, LINK_CHARACTERS)
            .format(Some(custom("uri-reference")))
            .pattern(Some(LINK)),
        Rule::Int => integer(KnownFormat::Int32).minimum(Some(0)).maximum(Some(i32::MAX)),
        Rule::Bool => typed(Type::Boolean),
        Rule::DateTime => typed(Type::String).format(Some(known(KnownFormat::DateTime))),
        Rule::Json | Rule::Catalogue => typed(Type::Object).additional_properties(Some(any())),
        Rule::Account => integer(KnownFormat::Int64),
        Rule::Column(of) => match of {
            JsonType::Flag => typed(Type::Boolean),
            JsonType::Int => integer(KnownFormat::Int32),
            JsonType::BigInt => integer(KnownFormat::Int64),
            JsonType::Text => typed(Type::String),
            JsonType::Any => ObjectBuilder::new().schema_type(SchemaType::AnyValue),
        },
        Rule::Choice(choices) => return choice(choices, nullable, input.description, components),
        Rule::Accounts | Rule::Permissions => {
            let item = ObjectBuilder::new();
            let most = (input.rule == Rule::Permissions).then_some(MOST_NAMES);
            let item = match input.rule {
                Rule::Accounts => {
                    item.schema_type(Type::Integer).format(Some(known(KnownFormat::Int64)))
                }
                _ => text(item.schema_type(Type::String), 1, NAME_CHARACTERS)
                    .pattern(Some(format!("^[^{}]*$", pattern_set(false)))),
            };
            return ArrayBuilder::new()
                .schema_type(types(Type::Array, nullable))
                .items(item)
                .max_items(most)
                .description(Some(input.description))
                .default(default)
                .into();
        }
    };
    schema.description(Some(input.description)).default(default).into()
}

/// A visible character between others.
fn name(plain: bool) -> String {
    let other = if plain { pattern_set(false) } else { r"\x00".to_owned() };
    format!(r"^[^{other}]*[^\s{}][^{other}]*$", pattern_set(true))
}

/// One @, without spaces and hidden characters.
fn email() -> String {
    let part = format!(r"[^@\s{}]+", pattern_set(false));
    format!("^{part}@{part}$")
}

/// Text of that length.
fn text(schema: ObjectBuilder, min: usize, max: usize) -> ObjectBuilder {
    schema.min_length(Some(min)).max_length(Some(max)).pattern(Some(WITHOUT_NUL))
}

/// The default of an absent field. `None`: callers have different ones.
fn default(default_value: DefaultValue) -> Option<Json> {
    match default_value {
        DefaultValue::None | DefaultValue::Caller | DefaultValue::Table { .. } => None,
        DefaultValue::Null => Some(Json::Null),
        DefaultValue::True => Some(json!(true)),
        DefaultValue::Zero => Some(json!(0)),
        DefaultValue::Empty => Some(json!([])),
    }
}
