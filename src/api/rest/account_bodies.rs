//! Bodies of responses about roles, grants and access tokens.

use entity::Timestamp;
use serde::Serialize;
use std::collections::BTreeSet;
use utoipa::ToSchema;

use crate::operations::accounts::{AccountGrants, Granted, IssuedToken, VisibleRole};

/// A named set of permissions that accounts can have.
#[derive(Serialize, ToSchema)]
pub struct Role {
    /// Id of the role.
    pub id: i64,
    /// The name of the role, unique among roles.
    pub name: String,
    /// The names of the permissions of the role, sorted.
    #[schema(value_type = Vec<String>)]
    pub permissions: BTreeSet<String>,
    /// The number of writes, counted from 1. `If-Match` takes it.
    pub version: i64,
    /// When the role was created.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// When the role was last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
    /// When the role was deleted; null while it is live. A deleted role grants nothing.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub deleted_at: Option<Timestamp>,
}

/// The permissions and roles that an account is granted.
#[derive(Serialize, ToSchema)]
pub struct Grants {
    /// Id of the account.
    pub user_id: i64,
    /// The names of the permissions that it is granted directly, sorted.
    #[schema(value_type = Vec<String>)]
    pub permissions: BTreeSet<String>,
    /// The roles of the account, by name. Deleted ones grant nothing until they are restored.
    pub roles: Vec<Role>,
}

/// The permissions and roles that were granted or revoked.
#[derive(Serialize, ToSchema)]
pub struct GrantChange {
    /// Id of the account; null for a role.
    #[schema(required)]
    pub user_id: Option<i64>,
    /// Name of the role; null for an account.
    #[schema(required)]
    pub role: Option<String>,
    /// The names of the permissions that were added or removed, sorted.
    #[schema(value_type = Vec<String>)]
    pub permissions: BTreeSet<String>,
    /// The names of the roles that were added or removed, sorted.
    #[schema(value_type = Vec<String>)]
    pub roles: BTreeSet<String>,
    /// The removed permissions that a wider one or a role still grants.
    pub still_granted: Vec<String>,
}

/// An access token, without its value.
#[derive(Serialize, ToSchema)]
pub struct AccessToken {
    /// Id of the token.
    pub id: i64,
    /// The name that the issuer gave the token.
    #[schema(required)]
    pub name: Option<String>,
    /// The permissions that it is limited to; null: it has all of its account.
    #[schema(required)]
    pub permissions: Option<Vec<String>>,
    /// Id of the account that issued the token; null: an operator did.
    #[schema(required)]
    pub issued_by: Option<i64>,
    /// When the token was issued.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// When the token expires.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
    /// When the token was revoked; null if it was not.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub revoked_at: Option<Timestamp>,
}

/// A new access token, with its value.
#[derive(Serialize, ToSchema)]
pub struct NewAccessToken {
    /// The value, to be sent as the bearer credential. It is returned only once.
    pub value: String,
    /// The token, without its value.
    pub access_token: AccessToken,
}

/// The result of signing an account out.
#[derive(Serialize, ToSchema)]
pub struct SignedOut {
    /// The number of tokens that were not revoked before.
    pub revoked_count: u64,
}

impl From<VisibleRole> for Role {
    fn from(role: VisibleRole) -> Self {
        let VisibleRole { id, name, permissions, version, created_at, updated_at, deleted_at } =
            role;
        Self { id, name, permissions, version, created_at, updated_at, deleted_at }
    }
}

impl From<AccountGrants> for Grants {
    fn from(AccountGrants { account, permissions, roles }: AccountGrants) -> Self {
        let roles = roles.into_iter().map(|role| Role::from(VisibleRole::clone(&role)));
        Self { user_id: account, permissions, roles: roles.collect() }
    }
}

impl From<Granted> for GrantChange {
    fn from(Granted { account, role, changed, still_granted }: Granted) -> Self {
        Self {
            user_id: account,
            role: role.map(|role| role.name),
            permissions: changed.permissions,
            roles: changed.roles,
            still_granted,
        }
    }
}

impl From<IssuedToken> for AccessToken {
    fn from(token: IssuedToken) -> Self {
        let IssuedToken { id, name, permissions, issued_by, created_at, expires_at, revoked_at } =
            token;
        Self { id, name, permissions, issued_by, created_at, expires_at, revoked_at }
    }
}
