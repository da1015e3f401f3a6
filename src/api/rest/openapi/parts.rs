//! The parts of an operation: the key in its path, the body it takes and the one it answers.

use axum::http::StatusCode;
use serde_json::{Value as Json, json};
use utoipa::openapi::{
    Components, HeaderBuilder, KnownFormat, Object, ObjectBuilder, Ref, Required, Type,
    content::{Content, ContentBuilder},
    path::{Parameter, ParameterBuilder, ParameterIn},
    request_body::{RequestBody, RequestBodyBuilder},
    response::ResponseBuilder,
};

use super::{
    errors::Answered,
    examples::Sample,
    schemas::{add_answer, custom, known},
};
use crate::{
    operations::{idempotency::IDEMPOTENCY_KEY, records::Fields},
    resources::{Answer, KeyKind, Resource},
};

const JSON: &str = "application/json";
/// A tag, as an example.
const ETAG: &str = "\"2\"";

/// The key in a path. What no record can have is not found, and no mistake (D13).
pub fn key(resource: &Resource, sample: &Sample) -> Parameter {
    let (schema, description) = match resource.key {
        KeyKind::Uuid => (
            ObjectBuilder::new().schema_type(Type::String).format(Some(custom("uuid"))),
            "Public key of the record, in any case.",
        ),
        KeyKind::Code => {
            (ObjectBuilder::new().schema_type(Type::String), "Code of the record, exactly.")
        }
        KeyKind::Id => (
            ObjectBuilder::new().schema_type(Type::Integer).format(Some(known(KnownFormat::Int64))),
            "Number of the record.",
        ),
    };
    ParameterBuilder::new()
        .name(resource.key.column())
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .description(Some(format!("{description} Anything that is no such key is not found.")))
        .schema(Some(schema))
        .example(Some(sample.key()))
        .build()
}

/// The versions that a change is meant for.
pub fn if_match() -> Parameter {
    ParameterBuilder::new()
        .name("If-Match")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("The `ETag` that the record has to have, or several; any when left out."))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .example(Some(json!(ETAG)))
        .build()
}

/// By what a request that is sent again is known.
pub fn idempotency_key() -> Parameter {
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some("^[!-~]{1,255}$"))
        .description(Some("Visible ASCII characters, such as those of a UUID."));
    ParameterBuilder::new()
        .name(IDEMPOTENCY_KEY)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "Makes it safe to send the request again: it is carried out once, and for 24 hours \
             whoever sends it again with the same key and the same credential is given the first \
             answer, with `Idempotent-Replayed: true`. Anything that can't be a key is a 400.",
        ))
        .schema(Some(schema))
        .example(Some(json!("8e03978e-40d5-43dd-bc93-6894a57f9324")))
        .build()
}

/// The body of a request, its schema known under that name.
pub fn request(
    name: &str,
    schema: Object,
    example: &Fields,
    components: &mut Components,
) -> RequestBody {
    let content = json_content(name, json!(example));
    let description = schema.description.clone();
    components.schemas.insert(name.to_owned(), schema.into());
    RequestBodyBuilder::new()
        .description(description)
        .required(Some(Required::True))
        .content(JSON, content)
        .build()
}

/// The body of an answer that shows a record, its schema known under the name of the kind and what
/// became of the record.
pub fn shown(
    resource: &Resource,
    became: &str,
    answer: &Answer,
    sample: &Sample,
    components: &mut Components,
) -> Content {
    let name = add_answer(resource, answer, &format!("{became}{}", resource.name), components);
    json_content(&name, sample.answered(answer))
}

fn json_content(schema: &str, example: Json) -> Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).example(Some(example)).build()
}

pub fn answered(status: StatusCode, description: &str, content: Content) -> Answered {
    let response = ResponseBuilder::new().description(description).content(JSON, content);
    (status.as_str().to_owned(), response.into())
}

/// An answer with a record, whose tag tells its version.
pub fn tagged(status: StatusCode, description: &str, content: Content) -> Answered {
    let tag = HeaderBuilder::new()
        .schema(Some(Object::with_type(Type::String)))
        .description(Some("The version of the record, for `If-Match`."))
        .example(Some(json!(ETAG)))
        .build();
    let replayed = HeaderBuilder::new()
        .schema(Some(Object::with_type(Type::Boolean)))
        .description(Some(
            "`true`: the answer that was given to the same `Idempotency-Key` before.",
        ))
        .example(Some(json!(true)))
        .build();
    let response = ResponseBuilder::new()
        .description(description)
        .content(JSON, content)
        .header("ETag", tag)
        .header("Idempotent-Replayed", replayed);
    (status.as_str().to_owned(), response.into())
}
