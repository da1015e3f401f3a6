//! What a request gives to an API key: permissions (D18), and an account to act as (D26).

use crate::{
    auth::Caller,
    error::Error,
    kinds::accounts,
    operations::records::{record::Value, statement::Assignment},
};

/// Checks that the caller may hold a credential that acts as that account, or give it a permission:
/// its own, or one that it may view. A credential shows its account, whatever its permissions (D26).
///
/// # Errors
/// `Forbidden`, naming the permission to view every account.
pub(crate) fn check_acts_as(caller: &Caller, account: Option<i64>) -> Result<(), Error> {
    if account == Some(caller.user_id) {
        return Ok(());
    }
    let view = &accounts().view;
    let may_view = caller.require(view).is_ok_and(|access| access.covers(account));
    if may_view { Ok(()) } else { Err(Error::Forbidden { required: vec![view.all] }) }
}

/// The value that is assigned to a field; `None`: the field is not assigned.
pub(crate) fn assigned<'a>(assignments: &'a [Assignment], field: &str) -> Option<&'a Value> {
    assignments.iter().find(|(name, _)| *name == field).map(|(_, value)| value)
}

/// The strings of a JSON array.
pub(crate) fn names(value: Option<&Value>) -> Vec<String> {
    let Some(Value::Json(json)) = value else { return Vec::new() };
    let items = json.parse();
    let items = items.as_array().into_iter().flatten();
    items.filter_map(serde_json::Value::as_str).map(str::to_owned).collect()
}
