//! What an account is granted, as callers view it.

use entity::user_permission::Model;
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::{
    app::App,
    auth::Call,
    error::Error,
    kinds::{ROLES, accounts},
    operations::{
        accounts::{
            grantee::Grantee,
            names::GrantField,
            roles::{VisibleRole, roles_of},
        },
        rows::{Target, read::find},
    },
    resources::Key,
};

/// What an account is granted.
#[derive(Clone, Debug)]
pub struct AccountGrants {
    /// The id of the account.
    pub account: i64,
    /// The permissions that it is granted directly.
    pub permissions: BTreeSet<String>,
    /// Its roles, deleted ones too, by name.
    pub roles: Vec<Arc<VisibleRole>>,
}

/// Reads what an account is granted. Another one than the caller's takes the permission to view it.
///
/// # Errors
/// `Forbidden` for a caller who may not view roles, or the account; `NotFound` for an account that
/// doesn't exist, or is deleted and the caller may not restore it; `TooExpensive`.
pub async fn grants_of(app: &App, call: &Call, account: i64) -> Result<AccountGrants, Error> {
    call.require(&ROLES.view)?;
    if account != call.user_id {
        let target = Target { resource: accounts(), key: Some(Key::Id(account)) };
        let projection = accounts().projection(&[accounts().columns.id]);
        let found = find(app, call, target, &projection).await?;
        found.ok_or_else(|| accounts().not_found())?;
    }
    let permissions =
        permissions_of(app, call, Grantee::Account, &[account]).await?.remove(&account);
    let roles = roles_of(app, call, &[account]).await?.remove(&account);
    let (permissions, roles) = (permissions.unwrap_or_default(), roles.unwrap_or_default());
    Ok(AccountGrants { account, permissions, roles })
}

/// Reads the permissions that accounts or roles are granted directly, by their ids. The caller's
/// permission is checked before.
///
/// # Errors
/// `TooExpensive`, and when the database can't be reached.
pub async fn permissions_of(
    app: &App,
    call: &Call,
    grantee: Grantee,
    of: &[i64],
) -> Result<HashMap<i64, BTreeSet<String>>, Error> {
    let (permit, field) = (app.point_reader(call, of.len()).await?, GrantField::Permissions);
    let found = grantee.names(&*permit, field, Some(of)).await?;
    call.budget.spend_rows(found.values().flatten().count() as u64)?;
    let bytes = found.values().flatten().map(|name| size_of::<Model>() + name.len());
    app.spend_read(call, bytes.sum())?;
    Ok(found.into_iter().collect())
}
