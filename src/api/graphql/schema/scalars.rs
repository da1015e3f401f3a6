//! Custom scalars and their values.

use async_graphql::{
    Value,
    registry::{MetaType, Registry},
};
use async_graphql_value::Value as Input;
use entity::Timestamp;

use super::types::add_types;
use crate::{api::http::parse_duration, resources::parse_uuid};

/// `DateTime`.
pub const DATE_TIME: &str = "DateTime";
/// `UUID`.
pub const UUID: &str = "UUID";
/// `BigInt`.
pub const BIG_INT: &str = "BigInt";
/// `Duration`.
pub const DURATION: &str = "Duration";
/// `JSON`.
pub const JSON: &str = "JSON";
/// `JSONObject`.
pub const JSON_OBJECT: &str = "JSONObject";

/// Registers the scalars.
pub fn register_scalars(registry: &mut Registry) {
    let scalars: [MetaType; 6] = [
        scalar(
            DATE_TIME,
            "A timestamp, RFC 3339: `2026-03-01T12:00:00.000000Z`. Output is in UTC with \
             microseconds, input\nmay have any offset.",
            Some("https://www.rfc-editor.org/rfc/rfc3339"),
        ),
        scalar(
            UUID,
            "A UUID with hyphens, in upper or lower case: `6f1c1a1e-6f0e-4b0e-9d53-0d5f4c9a7b21`.",
            Some("https://www.rfc-editor.org/rfc/rfc9562"),
        ),
        scalar(
            BIG_INT,
            "A 64-bit integer. Output is a JSON number, input may be a number or a string of \
             digits: `\"9007199254740993\"`.",
            Some("https://www.rfc-editor.org/rfc/rfc7493#section-2.2"),
        ),
        scalar(
            DURATION,
            "A duration, ISO 8601 in days, hours, minutes and seconds, or in weeks: `PT1H`, `P7D`, \
             `P1DT12H`, `P2W`.",
            Some("https://www.rfc-editor.org/rfc/rfc3339#appendix-A"),
        ),
        scalar(
            JSON,
            "Any JSON value: `\"a\"`, `5`, `[true]`, `{\"theme\": \"dark\"}`, `null`.",
            Some("https://www.rfc-editor.org/rfc/rfc8259"),
        ),
        scalar(
            JSON_OBJECT,
            "A JSON object: `{\"theme\": \"dark\"}`.",
            Some("https://www.rfc-editor.org/rfc/rfc8259"),
        ),
    ];
    add_types(registry, scalars);
}

/// Whether a custom scalar has this value.
pub fn accepts(scalar: &str, value: &Input) -> bool {
    let text = |is: fn(&str) -> bool| matches!(value, Input::String(text) if is(text));
    match scalar {
        UUID => text(|text| parse_uuid(text).is_some()),
        BIG_INT => value.clone().into_const().as_ref().and_then(big_int).is_some(),
        DURATION => text(|text| parse_duration(text).is_some()),
        DATE_TIME => text(|text| Timestamp::parse(text).is_some()),
        JSON_OBJECT => matches!(value, Input::Object(_)),
        _ => true,
    }
}

/// The number of a `BigInt`.
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

/// The items of a list. A single value is a list of one.
pub fn items(value: &Value) -> &[Value] {
    match value {
        Value::List(items) => items,
        one => std::slice::from_ref(one),
    }
}

/// A scalar.
fn scalar(name: &str, description: &str, specified_by: Option<&str>) -> MetaType {
    MetaType::Scalar {
        name: name.to_owned(),
        description: Some(description.to_owned()),
        is_valid: None,
        visible: None,
        inaccessible: false,
        tags: Vec::new(),
        specified_by_url: specified_by.map(str::to_owned),
        directive_invocations: Vec::new(),
        requires_scopes: Vec::new(),
    }
}
