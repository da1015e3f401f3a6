//! Which permissions a caller may hand on to an API key (D18): nobody gets further through a key
//! than without it.
//!
//! A key acts as its owner (D4). So a name that ends in `.own` reaches the owner's records, and not
//! those of whoever made the key and knows its value. For a key of somebody else it therefore takes
//! the wide form: with `reports.restore.own` one could otherwise make a key for another account and
//! restore that account's reports through it.

use crate::{
    auth::Caller,
    operations::records::{record::Value, statement::Assignment},
};

/// Whether the caller may hand the permission on to a key of that account.
pub(super) fn may_delegate(caller: &Caller, name: &str, owner: Option<i64>) -> bool {
    if owner == Some(caller.user_id) {
        caller.permissions.covers(name)
    } else {
        caller.permissions.covers_for_anybody(name)
    }
}

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
