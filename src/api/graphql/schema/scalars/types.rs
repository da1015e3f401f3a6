//! Custom scalars.

use async_graphql::{
    InputValueError, InputValueResult, OutputType, Scalar, ScalarType, Value,
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

/// A timestamp of a type with derived resolvers.
pub struct DateTime(pub Timestamp);

/// A timestamp, RFC 3339: `2026-03-01T12:00:00.000000Z`. Output is in UTC with microseconds, input
/// may have any offset.
#[Scalar(specified_by_url = "https://www.rfc-editor.org/rfc/rfc3339")]
impl ScalarType for DateTime {
    fn parse(value: Value) -> InputValueResult<Self> {
        let timestamp = match &value {
            Value::String(text) => Timestamp::parse(text),
            _ => None,
        };
        timestamp.map(Self).ok_or_else(|| InputValueError::expected_type(value))
    }

    fn is_valid(value: &Value) -> bool {
        matches!(value, Value::String(text) if Timestamp::parse(text).is_some())
    }

    fn to_value(&self) -> Value {
        self.0.to_string().into()
    }
}

/// Registers the scalars, each with the values that it accepts.
pub fn register_scalars(registry: &mut Registry) {
    <DateTime as OutputType>::create_type_info(registry);
    let scalars: [MetaType; 4] = [
        scalar(
            UUID,
            "A UUID with hyphens, in upper or lower case: `6f1c1a1e-6f0e-4b0e-9d53-0d5f4c9a7b21`.",
            Some("https://www.rfc-editor.org/rfc/rfc9562"),
            |value| matches!(value, Value::String(text) if KeyKind::Uuid.read(text).is_some()),
        ),
        scalar(
            BIG_INT,
            "A 64-bit integer. Output is a JSON number, input may be a number or a string of \
             digits: `\"9007199254740993\"`.",
            None,
            |value| big_int(value).is_some(),
        ),
        scalar(
            DURATION,
            "A duration, ISO 8601 in days, hours, minutes and seconds, or in weeks: `PT1H`, `P7D`, \
             `P1DT12H`, `P2W`.",
            Some("https://www.rfc-editor.org/rfc/rfc3339#appendix-A"),
            |value| matches!(value, Value::String(text) if duration::parse(text).is_some()),
        ),
        scalar(
            JSON_OBJECT,
            "A JSON object: `{\"theme\": \"dark\"}`.",
            Some("https://www.rfc-editor.org/rfc/rfc8259"),
            |value| matches!(value, Value::Object(_)),
        ),
    ];
    for scalar in scalars {
        registry.types.insert(scalar.name().to_owned(), scalar);
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
