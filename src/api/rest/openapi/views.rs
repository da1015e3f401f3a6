//! The schemas of views.

use utoipa::openapi::{
    ArrayBuilder, Components, KnownFormat, Object, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema,
    Type,
    schema::{RefBuilder, SchemaType},
};

use super::schemas::{ACTOR, custom, described, known, reference, types, whole};
use crate::{
    auth::Api,
    kinds,
    views::{About, Holds, Member},
};

/// Adds the schema of a view, and of those in it. Returns its name.
pub fn add(about: &'static About, components: &mut Components) -> &'static str {
    if components.schemas.contains_key(about.name) {
        return about.name;
    }
    let mut object = ObjectBuilder::new().description(Some(about.text));
    for (_, member) in about.of(Api::Rest) {
        object = object.property(member.name, schema(member, components));
        let is_account = matches!(member.shape.holds, Holds::Account | Holds::Actor);
        if !member.shape.absent && !is_account {
            object = object.required(member.name);
        }
    }
    components.schemas.insert(about.name.to_owned(), object.into());
    about.name
}

fn schema(member: &Member, components: &mut Components) -> RefOr<Schema> {
    let (nullable, text) = (member.shape.nullable, member.text.as_str());
    let typed =
        |ty: Type| ObjectBuilder::new().schema_type(types(ty, nullable)).description(Some(text));
    let list = |of: RefOr<Schema>| {
        let items = ArrayBuilder::new().schema_type(types(Type::Array, nullable)).items(of);
        items.description(Some(text)).into()
    };
    let texts = || Object::with_type(Type::String).into();
    let key = || ObjectBuilder::new().schema_type(Type::String).format(Some(custom("uuid")));
    match member.shape.holds {
        Holds::Flag => typed(Type::Boolean).into(),
        Holds::Count | Holds::Number => {
            typed(Type::Integer).format(Some(known(KnownFormat::Int64))).into()
        }
        Holds::Text | Holds::Id | Holds::Kind | Holds::Choice(_) | Holds::Loaded(_) => {
            typed(Type::String).into()
        }
        Holds::Key => typed(Type::String).format(Some(custom("uuid"))).into(),
        Holds::Time => typed(Type::String).format(Some(known(KnownFormat::DateTime))).into(),
        Holds::Texts | Holds::Fields => list(texts()),
        Holds::Keys => list(key().into()),
        Holds::Json => {
            ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some(text)).into()
        }
        Holds::Whole(name) if kinds::named(name).is_some() => {
            let name = kinds::named(name).map(|kind| whole(kind, components));
            referred(&name.unwrap_or_default(), nullable, text)
        }
        Holds::Values | Holds::Whole(_) => {
            let any = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
            let any = any.description(Some("Any JSON value."));
            components.schemas.insert("Value".to_owned(), any.into());
            let names = Object::with_type(Type::String);
            let values = typed(Type::Object).property_names(Some(names));
            values.additional_properties(Some(Ref::from_schema_name("Value"))).into()
        }
        Holds::Account | Holds::Actor => {
            reference(ACTOR, nullable, "Id and email address of the account.")
        }
        Holds::Record(_) => referred(record_name(components), nullable, text),
        Holds::Records(_) => list(Ref::from_schema_name(record_name(components)).into()),
        Holds::View(about) => referred(add(about(), components), nullable, text),
        Holds::Columns(about) => referred(add(about, components), nullable, text),
        Holds::Views(about) => list(Ref::from_schema_name(add(about(), components)).into()),
    }
}

/// A reference to a schema.
fn referred(name: &str, nullable: bool, text: &str) -> RefOr<Schema> {
    let to = RefBuilder::new().ref_location_from_schema_name(name).description(Some(text)).build();
    if nullable {
        OneOfBuilder::new().item(to).item(Object::with_type(Type::Null)).into()
    } else {
        to.into()
    }
}

/// The name of the schema of a record's ids and label.
fn record_name(components: &mut Components) -> &'static str {
    const NAME: &str = "RecordName";
    let text = |text: &str| described(Type::String, text);
    let id = described(Type::Integer, "Id of the record.");
    let object = ObjectBuilder::new()
        .description(Some("A record of any kind: its ids and its label."))
        .property("kind", text("The kind of the record."))
        .property("id", id.format(Some(known(KnownFormat::Int64))))
        .property("global_id", text("Global id of the record."))
        .property("label", text("What people know the record by, such as its title."));
    let object =
        ["kind", "id", "global_id", "label"].into_iter().fold(object, ObjectBuilder::required);
    components.schemas.insert(NAME.to_owned(), object.into());
    NAME
}
