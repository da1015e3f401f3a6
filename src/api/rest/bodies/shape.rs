//! What bodies of responses consist of: values with their schemas, and examples.

use entity::Timestamp;
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use utoipa::openapi::{
    ArrayBuilder, Components, KnownFormat, Object, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema,
    Type,
    schema::{RefBuilder, SchemaType},
};
use uuid::Uuid;

use crate::{
    api::rest::openapi::{ACTOR, custom, known, reference, types},
    operations::rows::{RawJson, UserSummary},
};

/// A value in bodies of responses.
pub trait Shape {
    /// Whether a body always has a field of that type.
    const REQUIRED: bool = true;

    /// The schema. Adds those that it refers to.
    fn schema(nullable: bool, text: Option<&str>, components: &mut Components) -> RefOr<Schema>;
}

/// A body of responses.
pub trait Body: Shape + serde::Serialize {
    /// The name of its schema.
    const NAME: &'static str;

    /// An example.
    fn example() -> Self;
}

/// Lists the fields of a body: the type, the value, the example and the meaning of each.
///
/// A field that may be absent has the check for that in brackets.
macro_rules! body {
    ($name:ident, $about:literal, ($($given:ident: $is:ty),*), {
        $($field:ident $([$absent:literal])?: $type:ty = $value:expr, $example:expr, $text:literal;)+
    }) => {
        #[doc = $about]
        #[derive(serde::Serialize)]
        pub struct $name {
            $(#[doc = $text] $(#[serde(skip_serializing_if = $absent)])? pub $field: $type,)+
        }

        impl $name {
            /// The body with these values.
            pub fn of($($given: $is),*) -> Self {
                Self { $($field: $value,)+ }
            }
        }

        impl $crate::api::rest::bodies::Body for $name {
            const NAME: &'static str = stringify!($name);

            fn example() -> Self {
                Self { $($field: $example,)+ }
            }
        }

        impl $crate::api::rest::bodies::Shape for $name {
            fn schema(
                nullable: bool,
                text: Option<&str>,
                components: &mut utoipa::openapi::Components,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let object = utoipa::openapi::ObjectBuilder::new().description(Some($about));
                $(
                    let schema = <$type>::schema(false, Some($text), components);
                    let object = object.property(stringify!($field), schema);
                    let required = <$type>::REQUIRED $(&& $absent.is_empty())?;
                    let object =
                        if required { object.required(stringify!($field)) } else { object };
                )+
                components.schemas.insert(stringify!($name).to_owned(), object.into());
                $crate::api::rest::bodies::referred(stringify!($name), nullable, text)
            }
        }
    };
}

pub(super) use body;

/// A reference to the schema of a body.
pub fn referred(name: &str, nullable: bool, text: Option<&str>) -> RefOr<Schema> {
    let to = RefBuilder::new().ref_location_from_schema_name(name);
    let to = to.description(text).build();
    if nullable {
        OneOfBuilder::new().item(to).item(Object::with_type(Type::Null)).into()
    } else {
        to.into()
    }
}

fn typed(ty: Type, nullable: bool, text: Option<&str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(types(ty, nullable)).description(text)
}

/// Gives types a schema of this JSON type, with this format.
macro_rules! shapes {
    ($($of:ty: $type:ident, $with:expr;)+) => {
        $(impl Shape for $of {
            fn schema(nullable: bool, text: Option<&str>, _: &mut Components) -> RefOr<Schema> {
                let with: fn(ObjectBuilder) -> ObjectBuilder = $with;
                with(typed(Type::$type, nullable, text)).into()
            }
        })+
    };
}

shapes! {
    bool: Boolean, |it| it;
    String: String, |it| it;
    &'static str: String, |it| it;
    i64: Integer, |it| it.format(Some(known(KnownFormat::Int64)));
    u64: Integer, |it| it.format(Some(known(KnownFormat::Int64))).minimum(Some(0));
    usize: Integer, |it| it.minimum(Some(0));
    Timestamp: String, |it| it.format(Some(known(KnownFormat::DateTime)));
    Uuid: String, |it| it.format(Some(custom("uuid")));
}

impl<T: Shape> Shape for Option<T> {
    const REQUIRED: bool = T::REQUIRED;

    fn schema(_: bool, text: Option<&str>, components: &mut Components) -> RefOr<Schema> {
        T::schema(true, text, components)
    }
}

impl<T: Shape> Shape for Vec<T> {
    fn schema(nullable: bool, text: Option<&str>, components: &mut Components) -> RefOr<Schema> {
        let items = ArrayBuilder::new().schema_type(types(Type::Array, nullable));
        items.items(T::schema(false, None, components)).description(text).into()
    }
}

impl Shape for BTreeSet<String> {
    fn schema(nullable: bool, text: Option<&str>, components: &mut Components) -> RefOr<Schema> {
        Vec::<String>::schema(nullable, text, components)
    }
}

impl Shape for Json {
    fn schema(_: bool, text: Option<&str>, _: &mut Components) -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(text).into()
    }
}

impl Shape for RawJson {
    fn schema(nullable: bool, text: Option<&str>, components: &mut Components) -> RefOr<Schema> {
        Json::schema(nullable, text, components)
    }
}

impl Shape for BTreeMap<String, Option<RawJson>> {
    fn schema(nullable: bool, text: Option<&str>, components: &mut Components) -> RefOr<Schema> {
        Map::schema(nullable, text, components)
    }
}

impl Shape for Map<String, Json> {
    fn schema(nullable: bool, text: Option<&str>, components: &mut Components) -> RefOr<Schema> {
        const VALUE: &str = "Value";
        let value = Json::schema(false, Some("Any JSON value."), components);
        components.schemas.insert(VALUE.to_owned(), value);
        let object = typed(Type::Object, nullable, text);
        let object = object.property_names(Some(Object::with_type(Type::String)));
        object.additional_properties(Some(Ref::from_schema_name(VALUE))).into()
    }
}

impl Shape for UserSummary {
    const REQUIRED: bool = false;

    fn schema(nullable: bool, _: Option<&str>, _: &mut Components) -> RefOr<Schema> {
        reference(ACTOR, nullable, "Id and email address of the account.")
    }
}
