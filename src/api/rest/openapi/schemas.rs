//! Schemas of response bodies.

use entity::ColumnType;
use utoipa::openapi::{
    ArrayBuilder, Components, KnownFormat, Object, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema,
    SchemaFormat, Type,
    schema::{AdditionalProperties, RefBuilder, SchemaType},
};

use crate::{
    api::rest::responses::SECRET,
    resources::{Answer, Choices, Field, Format, GLOBAL_ID, Resource, small},
};

/// The name of the schema of users in other records.
pub const USER_SUMMARY: &str = "UserSummary";
/// The schema of an account that acted.
pub const ACTOR: &str = "Actor";

/// The format of timestamps in responses (D19).
const TIMESTAMP: &str = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$";

/// The name and schema of an error body, with or without fields.
pub fn error(names_fields: bool) -> (&'static str, ObjectBuilder) {
    let text = described(Type::String, "What is wrong, such as `Forbidden`.");
    let error = exactly([("message", text.into())]);
    if !names_fields {
        return ("Message", error.description(Some("The body of an error response.")));
    }
    let field_errors =
        ArrayBuilder::new().items(Object::with_type(Type::String)).min_items(Some(1));
    let meaning = "The messages of each field that is not valid, such as `must be true or false`.";
    let errors =
        described(Type::Object, meaning).additional_properties(Some(Schema::from(field_errors)));
    let error = error.property("errors", errors).required("errors");
    (
        "ValidationFailed",
        error.description(Some("The body of an error response that names fields.")),
    )
}

/// Adds the schemas of a response to the components. The record has that name, and the body has
/// another if the record is wrapped. Returns the name of the body's.
pub fn add_answer(
    resource: &Resource,
    answer: &Answer,
    name: &str,
    secret: bool,
    components: &mut Components,
) -> String {
    let record = record(resource, answer, secret, components);
    components.schemas.insert(name.to_owned(), record.into());
    let Some(envelope) = &answer.envelope else {
        return name.to_owned();
    };
    let text =
        described(Type::String, "What the operation did.").enum_values(Some([&*envelope.message]));
    let record = Ref::from_schema_name(name);
    let body = exactly([("message", text.into()), (&*envelope.key, record.into())])
        .description(Some("The record, and what the operation did."))
        .build();
    let name = format!("{name}Answer");
    components.schemas.insert(name.clone(), body.into());
    name
}

/// Adds the schema of records with all fields. A request can leave some out.
pub fn whole(resource: &Resource, components: &mut Components) -> String {
    let names = resource.whole().into_iter();
    let object = names
        .fold(closed(), |object, name| object.property(name, shown(resource, name, components)));
    let object = object.description(Some(resource.description)).build();
    components.schemas.insert(resource.name.to_owned(), object.into());
    resource.name.to_owned()
}

/// The record in a response: exactly these fields (D22).
fn record(
    resource: &Resource,
    answer: &Answer,
    secret: bool,
    components: &mut Components,
) -> Object {
    let value = "The value, to be sent as the bearer credential. It is returned only once: the server \
                 stores only its hash.";
    let value = secret.then(|| (SECRET, described(Type::String, value).into()));
    let names = answer.shows.names.iter();
    exactly(names.map(|name| (*name, shown(resource, name, components))).chain(value))
        .description(Some(resource.description))
        .build()
}

/// The schema of a field in responses. The field is a user, a column, or an id.
fn shown(resource: &Resource, name: &str, components: &mut Components) -> RefOr<Schema> {
    let nullable =
        |column: &str| resource.table.column(column).is_none_or(|column| column.nullable);
    if let Some(relation) = resource.relations.iter().find(|relation| relation.name == name) {
        components.schemas.insert(USER_SUMMARY.to_owned(), user_summary().into());
        components.schemas.insert(ACTOR.to_owned(), actor().into());
        return reference(USER_SUMMARY, nullable(relation.column), relation.description);
    }
    if let Some(field) = resource.field(name) {
        return self::field(field, components);
    }
    if name == GLOBAL_ID {
        let description =
            "Global id of the record, as GraphQL has it; operations on many records take it.";
        return described(Type::String, description).into();
    }
    let relation = resource.relations.iter().find(|relation| relation.column == name);
    let description = match relation {
        Some(relation) => format!("Id of {}", small(relation.description)),
        None => "Id of the record.".to_owned(),
    };
    let column_type = resource.table.column(name).map_or(ColumnType::BigInt, |it| it.column_type);
    typed_column(column_type, nullable(name)).description(Some(description)).into()
}

fn field(field: &Field, components: &mut Components) -> RefOr<Schema> {
    match field.format {
        Format::OneOf(choices) => choice(choices, field.nullable, field.description, components),
        Format::Texts => ArrayBuilder::new()
            .schema_type(types(Type::Array, field.nullable))
            .items(Object::with_type(Type::String))
            .description(Some(field.description))
            .into(),
        Format::Plain => typed_column(field.column_type, field.nullable)
            .description(Some(field.description))
            .into(),
    }
}

/// The schema of a column's values.
fn typed_column(column_type: ColumnType, nullable: bool) -> ObjectBuilder {
    let typed = |ty| ObjectBuilder::new().schema_type(types(ty, nullable));
    match column_type {
        ColumnType::Bool => typed(Type::Boolean),
        ColumnType::Int => typed(Type::Integer).format(Some(known(KnownFormat::Int32))),
        ColumnType::BigInt => typed(Type::Integer).format(Some(known(KnownFormat::Int64))),
        ColumnType::Text => typed(Type::String),
        ColumnType::Time => {
            typed(Type::String).format(Some(known(KnownFormat::DateTime))).pattern(Some(TIMESTAMP))
        }
        ColumnType::Uuid => typed(Type::String).format(Some(custom("uuid"))),
        ColumnType::Json => typed(Type::Object).additional_properties(Some(any())),
    }
}

fn user_summary() -> Object {
    let id = described(Type::Integer, "Id of the user.").format(Some(known(KnownFormat::Int64)));
    let email = described(Type::String, "Email address, such as `erin@example.com`.");
    exactly([("id", id.into()), ("email", email.into())])
        .description(Some("A user that another record refers to; it may be deleted."))
        .build()
}

/// An account that acted, which may have been purged since (D39).
fn actor() -> Object {
    let id = described(Type::Integer, "Id of the account.").format(Some(known(KnownFormat::Int64)));
    let email = described(Type::String, "Email address; null once the account is purged.");
    exactly([("id", id.into()), ("email", email.schema_type(types(Type::String, true)).into())])
        .property(
            "purged",
            described(Type::Boolean, "True once the account is purged, else absent."),
        )
        .description(Some("An account that acted; it may be deleted, or purged."))
        .build()
}

/// One of several texts. Adds their schema to the components.
pub fn choice(
    choices: &Choices,
    nullable: bool,
    description: &str,
    components: &mut Components,
) -> RefOr<Schema> {
    let values = choices.values.iter().map(|(text, meaning)| format!("\n- `{text}`: {meaning}"));
    let texts =
        described(Type::String, format!("{}\n{}", choices.description, values.collect::<String>()))
            .enum_values(Some(choices.texts()));
    components.schemas.insert(choices.name.to_owned(), texts.into());
    reference(choices.name, nullable, description)
}

/// A reference to a schema; nullable if asked for.
pub fn reference(name: &str, nullable: bool, description: &str) -> RefOr<Schema> {
    if nullable {
        let null = Object::with_type(Type::Null);
        let either = OneOfBuilder::new().item(Ref::from_schema_name(name)).item(null);
        either.description(Some(description)).into()
    } else {
        let reference = RefBuilder::new().ref_location_from_schema_name(name);
        reference.description(Some(description)).into()
    }
}

/// Any further properties; without it, generators of clients allow none.
pub fn any() -> AdditionalProperties<Schema> {
    AdditionalProperties::FreeForm(true)
}

/// An object that has no further properties.
pub fn closed() -> ObjectBuilder {
    ObjectBuilder::new().additional_properties(Some(AdditionalProperties::FreeForm(false)))
}

/// An object with exactly these fields.
pub fn exactly<'a>(fields: impl IntoIterator<Item = (&'a str, RefOr<Schema>)>) -> ObjectBuilder {
    fields
        .into_iter()
        .fold(closed(), |object, (name, schema)| object.property(name, schema).required(name))
}

/// A value of that type.
pub fn described(ty: Type, description: impl Into<String>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(ty).description(Some(description))
}

/// The type; nullable if asked for.
pub fn types(ty: Type, nullable: bool) -> SchemaType {
    if nullable { SchemaType::from_iter([ty, Type::Null]) } else { ty.into() }
}

/// A format that utoipa knows.
pub fn known(format: KnownFormat) -> SchemaFormat {
    SchemaFormat::KnownFormat(format)
}

/// A format that utoipa doesn't know.
pub fn custom(format: &str) -> SchemaFormat {
    SchemaFormat::Custom(format.to_owned())
}
