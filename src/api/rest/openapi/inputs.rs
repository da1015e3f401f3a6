//! The schemas of what is sent, from the rules that it is held against.

use serde_json::{Value as Json, json};
use utoipa::openapi::{
    ArrayBuilder, Components, KnownFormat, Object, ObjectBuilder, RefOr, Schema, Type,
};

use super::schemas::{choice, custom, known, types};
use crate::{
    operations::records::write::{LINK_CHARACTERS, NAME_CHARACTERS},
    resources::{DefaultValue, Input, Rule},
};

/// Text without NUL, in the words of every dialect of patterns.
const WITHOUT_NUL: &str = r"^[^\x00]*$";
/// What every language tag looks like, though not all that looks so is one.
const LANGUAGE_TAG: &str = "^[A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*$";
/// An absolute URL of the web, or a path that no browser takes for another site.
const LINK: &str = r"^([Hh][Tt][Tt][Pp][Ss]?://.+|/([^/\\].*)?)$";

/// What a body is for, which says what the fields that are left out come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// PATCH: they stay as they are.
    Change,
    /// PUT: they go back to their default, where they have one.
    Replace,
    /// Creation: they get their default, and those without one are missed.
    Create,
}

/// The schema of a body.
pub fn body(
    inputs: &[Input],
    purpose: Purpose,
    description: &str,
    components: &mut Components,
) -> Object {
    let object = ObjectBuilder::new().description(Some(description));
    inputs
        .iter()
        .fold(object, |object, input| {
            let object = object.property(input.name, field(input, purpose, components));
            let missed = purpose == Purpose::Create && input.default_value == DefaultValue::None;
            if missed { object.required(input.name) } else { object }
        })
        .build()
}

fn field(input: &Input, purpose: Purpose, components: &mut Components) -> RefOr<Schema> {
    // A PATCH changes what is sent and nothing else: a client that filled in defaults, as some
    // generated ones do, would undo what it doesn't mention.
    let default = (purpose != Purpose::Change).then(|| default(input.default_value)).flatten();
    let nullable = input.nullable();
    let typed = |ty| ObjectBuilder::new().schema_type(types(ty, nullable));
    let schema = match input.rule {
        Rule::Text { min, max } => text(typed(Type::String), min, max),
        Rule::LanguageTag => {
            text(typed(Type::String), 1, NAME_CHARACTERS).pattern(Some(LANGUAGE_TAG))
        }
        Rule::Link => text(typed(Type::String), 1, LINK_CHARACTERS)
            .format(Some(custom("uri-reference")))
            .pattern(Some(LINK)),
        Rule::Int => typed(Type::Integer)
            .format(Some(known(KnownFormat::Int32)))
            .minimum(Some(0))
            .maximum(Some(i32::MAX)),
        Rule::Bool => typed(Type::Boolean),
        Rule::DateTime => typed(Type::String).format(Some(known(KnownFormat::DateTime))),
        Rule::Json => typed(Type::Object),
        Rule::Account => typed(Type::Integer).format(Some(known(KnownFormat::Int64))),
        Rule::Choice(choices) => return choice(choices, nullable, input.description, components),
        Rule::Accounts => {
            let number = ObjectBuilder::new().schema_type(Type::Integer);
            return ArrayBuilder::new()
                .schema_type(types(Type::Array, nullable))
                .items(number.format(Some(known(KnownFormat::Int64))))
                .description(Some(input.description))
                .default(default)
                .into();
        }
        Rule::Permissions => {
            let name = ObjectBuilder::new().schema_type(Type::String);
            return ArrayBuilder::new()
                .schema_type(types(Type::Array, nullable))
                .items(text(name, 1, NAME_CHARACTERS))
                .description(Some(input.description))
                .default(default)
                .into();
        }
    };
    schema.description(Some(input.description)).default(default).into()
}

/// Text of so many characters.
fn text(schema: ObjectBuilder, min: usize, max: usize) -> ObjectBuilder {
    schema.min_length(Some(min)).max_length(Some(max)).pattern(Some(WITHOUT_NUL))
}

/// What a field that is left out becomes, where that is the same for everyone.
fn default(default_value: DefaultValue) -> Option<Json> {
    match default_value {
        DefaultValue::None | DefaultValue::Caller => None,
        DefaultValue::Null => Some(Json::Null),
        DefaultValue::True => Some(json!(true)),
        DefaultValue::Zero => Some(json!(0)),
        DefaultValue::Empty => Some(json!([])),
    }
}
