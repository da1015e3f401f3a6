//! The scalars beyond those that GraphQL brings along.

use async_graphql::{
    Value,
    registry::{MetaType, Registry},
};
use entity::Timestamp;
use std::sync::Arc;

use super::duration;
use crate::resources::KeyKind;

/// `DateTime`.
pub const DATE_TIME: &str = "DateTime";
/// `UUID`.
pub const UUID: &str = "UUID";
/// `BigInt`.
pub const BIG_INT: &str = "BigInt";
/// `Duration`.
pub const DURATION: &str = "Duration";
/// `JSONObject`.
pub const JSON_OBJECT: &str = "JSONObject";

/// Makes the scalars known, each with what it takes.
pub fn register_scalars(registry: &mut Registry) {
    let scalars: [MetaType; 5] = [
        scalar(
            DATE_TIME,
            "A moment, RFC 3339: in UTC with microseconds and `Z` when it comes out, with any \
             offset when it goes in.",
            Some("https://www.rfc-editor.org/rfc/rfc3339"),
            |value| matches!(value, Value::String(text) if Timestamp::parse(text).is_some()),
        ),
        scalar(
            UUID,
            "A uuid in its hyphenated form, in any case.",
            Some("https://www.rfc-editor.org/rfc/rfc9562"),
            |value| matches!(value, Value::String(text) if KeyKind::Uuid.read(text).is_some()),
        ),
        scalar(
            BIG_INT,
            "An integer of 64 bits: a JSON number when it comes out, a number or a string of \
             digits when it goes in.",
            None,
            |value| big_int(value).is_some(),
        ),
        scalar(
            DURATION,
            "A length of time, ISO 8601 in days, hours, minutes and seconds, or in weeks: `PT1H`, \
             `P7D`, `P1DT12H`, `P2W`.",
            Some("https://www.rfc-editor.org/rfc/rfc3339#appendix-A"),
            |value| matches!(value, Value::String(text) if duration::parse(text).is_some()),
        ),
        scalar(
            JSON_OBJECT,
            "A JSON object.",
            Some("https://www.rfc-editor.org/rfc/rfc8259"),
            |value| matches!(value, Value::Object(_)),
        ),
    ];
    for scalar in scalars {
        registry.types.insert(scalar.name().to_owned(), scalar);
    }
}

/// The number that a `BigInt` stands for.
pub fn big_int(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let only_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            only_digits.then(|| text.parse().ok()).flatten()
        }
        _ => None,
    }
}

/// A scalar.
fn scalar(
    name: &str,
    description: &str,
    specified_by: Option<&str>,
    takes: fn(&Value) -> bool,
) -> MetaType {
    MetaType::Scalar {
        name: name.to_owned(),
        description: Some(description.to_owned()),
        is_valid: Some(Arc::new(takes)),
        visible: None,
        inaccessible: false,
        tags: Vec::new(),
        specified_by_url: specified_by.map(str::to_owned),
        directive_invocations: Vec::new(),
        requires_scopes: Vec::new(),
    }
}
