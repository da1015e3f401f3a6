//! The permissions that a request gives to an API key (D18).

use crate::operations::records::{record::Value, statement::Assignment};

/// The value that is assigned to a field; `None`: the field is not assigned.
pub(super) fn assigned<'a>(assignments: &'a [Assignment], field: &str) -> Option<&'a Value> {
    assignments.iter().find(|(name, _)| *name == field).map(|(_, value)| value)
}

/// The strings of a JSON array.
pub(super) fn names(value: Option<&Value>) -> Vec<String> {
    let Some(Value::Json(json)) = value else { return Vec::new() };
    let items = json.parse();
    let items = items.as_array().into_iter().flatten();
    items.filter_map(serde_json::Value::as_str).map(str::to_owned).collect()
}
