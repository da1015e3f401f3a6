//! Query and path parameters of the operations that read.

use serde_json::{Value as Json, json};
use utoipa::openapi::{
    Array, ArrayBuilder, Components, KnownFormat, ObjectBuilder, Ref, Required, Type,
    path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle},
    schema::AnyOfBuilder,
};

use super::schemas::{closed, custom, described, known};
use crate::{
    api::rest::query::meaning,
    operations::rows::read::{MAX_PAGE_SIZE, PAGE_SIZE, PATTERN_CHARACTERS},
    parameters::{self, ParameterType},
    resources::{Condition, camel_case, capital},
    views::{OPERATION, record_id},
};

/// The descriptions of the query parameters of an operation. The conditions on one field are one
/// parameter: its plain value, or an object with them (`style: deepObject`).
pub fn query_parameters(
    of: &[parameters::Parameter],
    components: &mut Components,
) -> Vec<Parameter> {
    let same = |one: &parameters::Parameter, next: &parameters::Parameter| {
        one.condition.is_some() && next.condition.is_some() && field(one) == field(next)
    };
    let described = |group: &[parameters::Parameter]| match group {
        [one] => single(one),
        several => conditions(several, components),
    };
    of.chunk_by(same).map(described).collect()
}

/// The field that a parameter is about.
fn field(parameter: &parameters::Parameter) -> &str {
    parameter.name.split('[').next().unwrap_or_default()
}

fn builder(parameter: &parameters::Parameter) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(field(parameter))
        .parameter_in(ParameterIn::Query)
        .required(if parameter.required { Required::True } else { Required::False })
        .description(Some(&parameter.description))
}

fn single(parameter: &parameters::Parameter) -> Parameter {
    let (mut schema, example) = typed(&parameter.ty);
    if let Some(default) = parameter.default {
        schema = schema.default(Some(json!(default)));
    }
    let builder = builder(parameter);
    if parameter.many {
        builder
            .style(Some(ParameterStyle::Form))
            .explode(Some(false))
            .schema(Some(array(schema, parameter.max_values)))
            .example(Some(json!([example])))
    } else {
        builder.schema(Some(schema)).example(Some(example))
    }
    .build()
}

/// The parameter for several conditions on a field. Adds the schema of its object to the components.
fn conditions(several: &[parameters::Parameter], components: &mut Components) -> Parameter {
    let (plain, example) = typed(&several[0].ty);
    let nullable = several.iter().any(|it| it.condition.is_some_and(|of| of.condition.is_none()));
    let name = format!("{}{}Filter", if nullable { "Nullable" } else { "" }, named(&several[0]));
    let object = several.iter().filter_map(|parameter| {
        let condition = parameter.condition?;
        let name = condition.condition.map_or("null", Condition::name);
        let schema = if parameter.many {
            described(Type::String, "One of these, separated by commas.")
        } else {
            typed(&parameter.ty).0.description(Some(meaning(condition.condition)))
        };
        Some((name, schema))
    });
    let object = object.fold(closed(), |object, (name, schema)| object.property(name, schema));
    let object = object.description(Some("Conditions on a field, such as `?field[in]=a,b`."));
    components.schemas.insert(name.clone(), object.into());
    let either = AnyOfBuilder::new().item(plain).item(Ref::from_schema_name(&name));
    builder(&several[0])
        .style(Some(ParameterStyle::DeepObject))
        .explode(Some(true))
        .schema(Some(either))
        .example(Some(example))
        .build()
}

/// How the name of the schema of a field's conditions begins.
fn named(parameter: &parameters::Parameter) -> String {
    match &parameter.ty {
        ParameterType::Bool => "Boolean".to_owned(),
        ParameterType::Int => "Integer".to_owned(),
        ParameterType::BigInt | ParameterType::Account(_) | ParameterType::Size => "Id".to_owned(),
        ParameterType::Time => "Timestamp".to_owned(),
        ParameterType::Uuid => "Uuid".to_owned(),
        ParameterType::Cursor
        | ParameterType::Text
        | ParameterType::GlobalId
        | ParameterType::Pattern => "Text".to_owned(),
        ParameterType::OneOf(..) => capital(&camel_case(field(parameter))),
    }
}

fn array(items: ObjectBuilder, max: usize) -> Array {
    ArrayBuilder::new().items(items).min_items(Some(1)).max_items(Some(max)).build()
}

/// The schema of a type, and an example.
fn typed(ty: &ParameterType) -> (ObjectBuilder, Json) {
    let of = |ty| ObjectBuilder::new().schema_type(ty);
    // Text without NUL, in the syntax that all dialects of patterns share.
    let text = || of(Type::String).pattern(Some(r"^[^\x00]*$"));
    match ty {
        ParameterType::Bool => (of(Type::Boolean), json!(true)),
        ParameterType::Size => {
            let size = of(Type::Integer).minimum(Some(0)).maximum(Some(MAX_PAGE_SIZE as f64));
            (size.default(Some(json!(PAGE_SIZE))), json!(PAGE_SIZE))
        }
        ParameterType::Cursor => (of(Type::String), json!("WyIraWQiLFsxXV0")),
        ParameterType::Text => (text(), json!("example")),
        ParameterType::GlobalId => (text(), json!(record_id())),
        ParameterType::Pattern => (text().max_length(Some(PATTERN_CHARACTERS)), json!("example")),
        ParameterType::Int => (of(Type::Integer).format(Some(known(KnownFormat::Int32))), json!(1)),
        ParameterType::BigInt | ParameterType::Account(_) => {
            (of(Type::Integer).format(Some(known(KnownFormat::Int64))), json!(1))
        }
        ParameterType::Time => (
            of(Type::String).format(Some(known(KnownFormat::DateTime))),
            json!("2026-11-20T16:00:00Z"),
        ),
        ParameterType::Uuid => (of(Type::String).format(Some(custom("uuid"))), json!(OPERATION)),
        ParameterType::OneOf(_, texts) => {
            (of(Type::String).enum_values(Some(texts.clone())), json!(texts.first()))
        }
    }
}
