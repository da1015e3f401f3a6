//! The permissions that a request gives to an API key (D18).

use crate::operations::records::{record::Value, statement::Assignment};

/// What is to be written into a field; null where nothing is.
pub(super) fn assigned<'a>(assignments: &'a [Assignment], field: &str) -> &'a Value {
    assignments.iter().find(|(name, _)| *name == field).map_or(&Value::Null, |(_, value)| value)
}

/// The texts of an array.
pub(super) fn names(value: &Value) -> impl Iterator<Item = &str> {
    let items = match value {
        Value::Json(json) => json.as_array(),
        _ => None,
    };
    items.into_iter().flatten().filter_map(serde_json::Value::as_str)
}
