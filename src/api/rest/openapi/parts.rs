//! The parts of operations: parameters, request bodies and successful responses.

use serde_json::{Value as Json, json};
use utoipa::openapi::{
    Components, Header, HeaderBuilder, KnownFormat, Object, ObjectBuilder, Ref, RefOr, Required,
    Response, Type,
    content::{Content, ContentBuilder},
    path::{Parameter, ParameterBuilder, ParameterIn},
    request_body::{RequestBody, RequestBodyBuilder},
};

use super::{
    examples::Sample,
    schemas::{add_answer, custom, known},
};
pub use crate::api::rest::responses::{EVENTS, JSON, SECRET};
use crate::{
    actions::Method,
    api::{
        http::{MERGE_PATCH, REASON},
        rest::{changes::OVERLAP, reads::LAST_EVENT_ID},
    },
    auth::REASON_CHARACTERS,
    operations::{idempotency::IDEMPOTENCY_KEY, records::write::marks},
    resources::{KeyKind, RecordAct, Resource, ResultField},
};

/// A response, with its status.
pub type StatusResponse = (String, RefOr<Response>);

/// An example of a credential's value.
const SECRET_EXAMPLE: &str =
    "rsak_5f2b9c1e8a474d369e0b71c3d2a4f6805f2b9c1e8a474d369e0b71c3d2a4f680";
/// An example of an entity tag.
pub const ETAG: &str = "\"2\"";
/// An example of an entity tag that nothing has.
const NO_ETAG: &str = "\"0\"";

/// The path parameter with the key. A malformed key is not found, like an unknown one (D13).
pub fn key(resource: &Resource, sample: &Sample) -> Parameter {
    let id = ObjectBuilder::new().schema_type(Type::Integer);
    let (schema, description) = match resource.key {
        KeyKind::Uuid => (
            text().format(Some(custom("uuid"))),
            "Public key of the record, in upper or lower case.",
        ),
        KeyKind::Code => (text(), "Code of the record, compared exactly."),
        KeyKind::Id => (id.format(Some(known(KnownFormat::Int64))), "Id of the record."),
    };
    let description = format!("{description} A malformed one is not found.");
    parameter(ParameterIn::Path, resource.key_column, description, schema, sample.key())
}

/// A parameter in that place. All but those in a path can be absent.
pub fn parameter(
    place: ParameterIn,
    name: &str,
    description: impl Into<String>,
    schema: ObjectBuilder,
    example: impl Into<Json>,
) -> Parameter {
    let required = if place == ParameterIn::Path { Required::True } else { Required::False };
    ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(required)
        .description(Some(description))
        .schema(Some(schema))
        .example(Some(example.into()))
        .build()
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// The header with the expected versions.
pub fn if_match() -> Parameter {
    let description = "The `ETag` that the record must have, or several; any if absent.";
    parameter(ParameterIn::Header, "If-Match", description, text(), ETAG)
}

/// The query parameter with the reason for a change.
pub fn reason(is_required: bool) -> Parameter {
    let description = "Why the caller does it. Events show it to those who may audit the record.";
    let schema = text().min_length(Some(1)).max_length(Some(REASON_CHARACTERS));
    let mut it = parameter(ParameterIn::Query, REASON, description, schema, "Deleted by mistake");
    it.required = if is_required { Required::True } else { Required::False };
    it
}

/// The parameter for how long a rotated value stays valid.
pub fn overlap() -> Parameter {
    let schema = text().format(Some(custom("duration")));
    let description = "How long the old value stays valid besides the new one, in ISO 8601: at most 30 days; not at \
                       all if absent. Values that were replaced earlier keep their overlap.";
    parameter(ParameterIn::Query, OVERLAP, description, schema, "PT24H")
}

/// The header with the versions that the client has.
pub fn if_none_match() -> Parameter {
    let description = "The `ETag` that the client has, or several: 304 if it is current.";
    parameter(ParameterIn::Header, "If-None-Match", description, text(), NO_ETAG)
}

/// The header with the position that a stream resumes from.
pub fn last_event_id() -> Parameter {
    let description = "The `id` of the last event of a stream that the account was sent: the stream resumes \
                       after it, without loss or duplicates. Instead of `after`.";
    parameter(ParameterIn::Header, LAST_EVENT_ID, description, text(), "MTIuNy4x")
}

/// The header that identifies retries of a request.
pub fn idempotency_key() -> Parameter {
    let schema = text()
        .pattern(Some(r#"^([!#-~][!-~]{0,254}|"([!#-\[\]-~]|\\["\\]){1,255}")$"#))
        .description(Some("1 to 255 visible ASCII characters, such as a UUID."));
    let description = "Makes retries safe: the operation runs once. For 24 hours, a retry with the same key and \
         credential returns the first response, with `Idempotent-Replayed: true`. A malformed key \
         is a 400.";
    let example = "8e03978e-40d5-43dd-bc93-6894a57f9324";
    parameter(ParameterIn::Header, IDEMPOTENCY_KEY, description, schema, example)
}

/// The body of a request, of any of these media types. Adds its schema to the components under that
/// name.
pub fn request(
    name: &str,
    schema: Object,
    example: &Json,
    media_types: &[&str],
    components: &mut Components,
) -> RequestBody {
    let description = schema.description.clone();
    components.schemas.insert(name.to_owned(), schema.into());
    let body = RequestBodyBuilder::new().description(description).required(Some(Required::True));
    let content = || json_content(name, example.clone());
    media_types.iter().fold(body, |body, media_type| body.content(*media_type, content())).build()
}

/// The body of a response with a record. Its schema is named after the operation and the kind.
pub fn shown(act: &RecordAct, sample: &Sample, components: &mut Components) -> Content {
    let name = format!("{}{}", act.schema, act.resource.name);
    let secret = act.results.contains(&ResultField::Secret);
    let name = add_answer(act.resource, act.answer, &name, secret, components);
    let mut example = sample.response(act.answer);
    if secret {
        example[SECRET] = json!(SECRET_EXAMPLE);
        for (column, text) in marks(SECRET_EXAMPLE) {
            example[column] = json!(text);
        }
    }
    json_content(&name, example)
}

/// A header of that type, with an example.
pub fn example_header(ty: Type, description: &str, example: Json) -> Header {
    HeaderBuilder::new()
        .schema(Some(Object::with_type(ty)))
        .description(Some(description))
        .example(Some(example))
        .build()
}

/// The media types of the body of a request.
pub fn media_types(method: Method) -> &'static [&'static str] {
    if method == Method::Patch { &[JSON, MERGE_PATCH] } else { &[JSON] }
}

/// A JSON body with that schema.
pub fn json_content(schema: &str, example: Json) -> Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).example(Some(example)).build()
}
