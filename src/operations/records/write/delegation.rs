//! Checks what callers lend: permissions (D18, D36), and accounts to act as (D26) or to sign in to.

use entity::api_key::Column;
use sea_orm::{ConnectionTrait, IdenStatic};
use std::collections::BTreeSet;

use crate::{
    app::App,
    auth::{Caller, EVERY, Until},
    error::{Error, FieldError, Problem},
    kinds::accounts,
    operations::{
        callers::granted,
        rows::{Assignment, Record, Value, read::Trashed, texts},
    },
    resources::{Input, Resource},
};

/// Checks that the caller may act as an account. It may as its own, and as one that it may view.
/// Who sees a credential's value acts as its account, whatever the permissions (D26); an update of
/// a key shows no value.
///
/// # Errors
/// `Forbidden`, naming the permission to view every account.
pub(crate) fn check_acts_as(caller: &Caller, account: Option<i64>) -> Result<(), Error> {
    let view = &accounts().view;
    if account == Some(caller.user_id) || caller.may(view, account) {
        Ok(())
    } else {
        Err(Error::Forbidden { required: vec![view.all] })
    }
}

/// The assigned fields that may let somebody sign in: to an account, for a caller who doesn't hold
/// every permission (docs/decisions/0075), or by an API key, which ends no later than it says.
pub(super) fn sign_in_fields<'a>(
    caller: &Caller,
    resource: &Resource,
    inputs: &'a [Input],
    assignments: &'a [Assignment],
) -> impl Iterator<Item = &'static str> + use<'a> {
    let checked = resource.credential.is_some() || !caller.permissions.covers(EVERY);
    let inputs = inputs.iter().filter(move |input| checked && input.decides_sign_in);
    let names = inputs.map(|input| input.name);
    // Deactivating lets nobody in.
    names.filter(|name| {
        assigned(assignments, name).is_some_and(|value| *value != Value::Bool(false))
    })
}

/// Errors for changed fields of an account or API key with permissions the caller lacks. Only these
/// fields are looked at. Deleted roles count, since an account has their permissions again once they
/// are restored; and no credential extends itself (D36).
pub(super) async fn check_sign_in(
    app: &App,
    caller: &Caller,
    connection: &impl ConnectionTrait,
    record: &Record,
    fields: &[&'static str],
    assignments: &[Assignment],
) -> Result<Vec<FieldError>, Error> {
    let opens = |name: &&&str| match (record.value(name), assigned(assignments, name)) {
        (Value::Null, _) => false,
        (Value::Time(old), Some(Value::Time(new))) => new > old,
        (old, new) => new != Some(old),
    };
    let opening: Vec<_> = fields.iter().filter(opens).collect();
    if opening.is_empty() {
        return Ok(Vec::new());
    }
    let (permissions, until) = match record.resource.credential {
        None => (granted(app, connection, record.id(), Trashed::With).await?, Until::Revoked),
        Some(_) => {
            let field = Column::Permissions.as_str();
            let after = assigned(assignments, field).unwrap_or_else(|| record.value(field));
            (names(Some(after)).into_iter().collect(), Until::Prolonged(record.id()))
        }
    };
    let are_own = record.owner() == Some(caller.user_id) && permissions == caller.permissions;
    let lend = |name: &&'static str| {
        let names = permissions.names().filter(|_| !are_own);
        caller.lend((name, Problem::SignInNotHeld), names, record.owner(), until).err()
    };
    Ok(opening.into_iter().filter_map(lend).collect())
}

/// The account, the access token and the API key that issue what the caller issues, by the columns
/// of API keys.
pub(super) fn issued_by(caller: &Caller) -> impl Iterator<Item = Assignment> + use<> {
    let [token, key] = caller.credential.as_issuer();
    let ids = [Some(caller.user_id), token, key].map(|id| id.map_or(Value::Null, Value::Int));
    let columns = [Column::IssuerId, Column::IssuerTokenId, Column::IssuerKeyId];
    columns.map(|column| column.as_str()).into_iter().zip(ids)
}

/// The value that is assigned to a field. `None`: the field is not assigned.
pub(crate) fn assigned<'a>(assignments: &'a [Assignment], field: &str) -> Option<&'a Value> {
    assignments.iter().find(|(name, _)| *name == field).map(|(_, value)| value)
}

/// The strings of a JSON array.
pub(crate) fn names(value: Option<&Value>) -> BTreeSet<String> {
    let Some(Value::Json(json)) = value else { return BTreeSet::new() };
    texts(&json.parse()).map(str::to_owned).collect()
}
