//! Checks what callers delegate. That is permissions (D18), and accounts to act as (D26) or to sign
//! in to.

use sea_orm::ConnectionTrait;

use crate::{
    auth::{Caller, EVERY},
    error::{Error, FieldError},
    kinds::accounts,
    operations::{
        accounts::granted,
        records::{Assignment, Record, Value, texts},
    },
    resources::Input,
};

/// Checks that the caller may act as an account. It may as its own, and as one that it may view.
/// Who sees a credential's value acts as its account, whatever the permissions (D26); an update of
/// a key shows no value.
///
/// # Errors
/// `Forbidden`, naming the permission to view every account.
pub(crate) fn check_acts_as(caller: &Caller, account: Option<i64>) -> Result<(), Error> {
    let view = &accounts().view;
    match account == Some(caller.user_id) || caller.may(view, account) {
        true => Ok(()),
        false => Err(Error::Forbidden { required: vec![view.all] }),
    }
}

/// The assigned fields that may let somebody sign in. They are for a caller who doesn't hold every
/// permission (docs/decisions/0088).
pub(super) fn sign_in_fields<'a>(
    caller: &Caller,
    inputs: &'a [Input],
    assignments: &'a [Assignment],
) -> impl Iterator<Item = &'static str> + use<'a> {
    let checked = !caller.permissions.covers(EVERY);
    let inputs = inputs.iter().filter(move |input| checked && input.decides_sign_in);
    let names = inputs.map(|input| input.name);
    // Deactivating an account lets nobody in.
    names.filter(|name| {
        assigned(assignments, name).is_some_and(|value| *value != Value::Bool(false))
    })
}

/// Errors for changed fields of an account with permissions the caller lacks. Only these fields are
/// looked at.
pub(super) async fn check_sign_in(
    caller: &Caller,
    connection: &impl ConnectionTrait,
    account: &Record,
    fields: &[&'static str],
    assignments: &[Assignment],
) -> Result<Vec<FieldError>, Error> {
    let changes = |name: &&&str| assigned(assignments, name) != Some(account.value(name));
    let changed: Vec<_> = fields.iter().filter(changes).collect();
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let held = granted(connection, account.id()).await?;
    if held.names().all(|name| caller.may_delegate(name, account.owner())) {
        return Ok(Vec::new());
    }
    let message = "is that of an account with permissions that you do not hold";
    Ok(changed.into_iter().map(|name| FieldError::new(*name, message)).collect())
}

/// The value that is assigned to a field. `None`: the field is not assigned.
pub(crate) fn assigned<'a>(assignments: &'a [Assignment], field: &str) -> Option<&'a Value> {
    assignments.iter().find(|(name, _)| *name == field).map(|(_, value)| value)
}

/// The strings of a JSON array.
pub(crate) fn names(value: Option<&Value>) -> Vec<String> {
    let Some(Value::Json(json)) = value else { return Vec::new() };
    texts(&json.parse()).map(str::to_owned).collect()
}
