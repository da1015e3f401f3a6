//! Permissions and roles that are granted to accounts, by their names (D8).

use entity::{SoftDelete, role};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter};
use serde_json::Value as Json;
use std::collections::BTreeSet;

use crate::{error::Error, operations::records::read::one_of, resources::Rule};

/// Permissions and roles, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    /// Names of permissions.
    pub permissions: BTreeSet<String>,
    /// Names of roles.
    pub roles: BTreeSet<String>,
}

named! {
    /// What can be granted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum GrantField by name {
        /// Permissions, to accounts and roles.
        Permissions = "permissions",
        /// Roles, to accounts.
        Roles = "roles",
    }
}

/// Whether grants are added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrantAction {
    /// They are added.
    Grant,
    /// They are removed.
    Revoke,
}

/// The outcome of a change of grants.
#[derive(Clone, Debug, Default)]
pub struct GrantOutcome {
    /// The grants that were added or removed. The account had or lacked the others before.
    pub changed: Grants,
    /// The removed permissions that a wildcard or a role still grants.
    pub still_granted: Vec<String>,
}

impl Grants {
    /// Whether there are no grants.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.permissions.is_empty() && self.roles.is_empty()
    }

    /// The names in a field.
    #[must_use]
    pub const fn field(&self, field: GrantField) -> &BTreeSet<String> {
        match field {
            GrantField::Permissions => &self.permissions,
            GrantField::Roles => &self.roles,
        }
    }

    /// The names in a field, to change them.
    pub const fn field_mut(&mut self, field: GrantField) -> &mut BTreeSet<String> {
        match field {
            GrantField::Permissions => &mut self.permissions,
            GrantField::Roles => &mut self.roles,
        }
    }

    /// Each grant as a text, such as `a.b` or `role c`.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let roles = self.roles.iter().map(|name| format!("role {name}"));
        self.permissions.iter().cloned().chain(roles).collect()
    }

    /// The grants that are not among others.
    fn without(&self, others: &Self) -> Self {
        let permissions = &self.permissions - &others.permissions;
        Self { permissions, roles: &self.roles - &others.roles }
    }

    /// The grants that must be added to or removed from these. `grantee` says in the error whose
    /// they are.
    ///
    /// # Errors
    /// `NotFound` when a grant to remove is missing. Otherwise a mistyped name would leave somebody
    /// with a permission that the operator believes to be removed.
    pub(crate) fn change(
        &self,
        action: GrantAction,
        requested: &Self,
        grantee: &str,
    ) -> Result<Self, Error> {
        let missing = requested.without(self);
        match action {
            GrantAction::Grant => Ok(missing),
            GrantAction::Revoke if missing.is_empty() => Ok(requested.clone()),
            GrantAction::Revoke => {
                let texts = missing.texts().join(", ");
                Err(Error::NotFound(format!("{grantee} does not have {texts}; nothing was taken")))
            }
        }
    }

    /// Checks the names of the permissions.
    ///
    /// # Errors
    /// `BadRequest`, which names the first invalid one.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.permissions.iter().try_for_each(|name| check_name("permission", name))
    }
}

/// Checks a name.
pub(super) fn check_name(what: &str, name: &str) -> Result<(), Error> {
    let checked = Rule::PLAIN_NAME.check(&Json::from(name));
    checked.map(|_| ()).map_err(|why| Error::bad_request(format!("the {what} {name:?} {why}")))
}

/// The ids of roles.
///
/// # Errors
/// `NotFound`, which names the roles that don't exist or are deleted.
pub(super) async fn role_ids(
    connection: &impl ConnectionTrait,
    names: &BTreeSet<String>,
) -> Result<Vec<i64>, Error> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let values = names.iter().map(|name| name.as_str().into()).collect();
    let these = one_of(role::Column::Name.into_expr(), values, connection.get_database_backend());
    let found = role::Entity::find_live().filter(these).all(connection).await?;
    let known = |name: &&String| found.iter().any(|role| role.name == **name);
    let missing: Vec<String> =
        names.iter().filter(|name| !known(name)).map(|name| format!("{name:?}")).collect();
    match missing.as_slice() {
        [] => Ok(found.into_iter().map(|role| role.id).collect()),
        missing => Err(Error::NotFound(format!("there is no role {}", missing.join(", ")))),
    }
}
