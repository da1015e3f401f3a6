//! Permissions and roles that are granted to accounts, by their names (D8).

use entity::{SoftDelete, role, role_permission};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, IdenStatic, QueryFilter,
    QueryOrder, QuerySelect, sea_query::Condition,
};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

use crate::{
    error::{Error, Refusal},
    operations::rows::read::{numbered_by, one_of},
    resources::Rule,
};

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

impl Grants {
    /// Whether there are no grants.
    pub fn is_empty(&self) -> bool {
        self.permissions.is_empty() && self.roles.is_empty()
    }

    /// The names in a field.
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
                let (grantee, names) = (grantee.to_owned(), missing.texts().join(", "));
                Err(Error::NotFound(Refusal::NotGranted { grantee, names }))
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
    check_by(Rule::PLAIN_NAME, what, name)
}

/// Checks a text by the rule that a request's field has.
pub(super) fn check_by(rule: Rule, what: &str, name: &str) -> Result<(), Error> {
    let checked = rule.check(&Json::from(name));
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
        missing => Err(Error::NotFound(Refusal::NoRoles { names: missing.join(", ") })),
    }
}

/// Locks roles until the transaction ends, and returns their grants. Nobody widens them meanwhile.
/// `None`: one of them is missing; only a live one can be granted.
pub(super) async fn lock_roles(
    transaction: &DatabaseTransaction,
    names: &BTreeSet<String>,
    action: GrantAction,
) -> Result<Option<BTreeSet<String>>, DbErr> {
    let values: Vec<_> = names.iter().map(|name| name.as_str().into()).collect();
    if values.is_empty() {
        return Ok(Some(BTreeSet::new()));
    }
    let backend = transaction.get_database_backend();
    let roles = match action {
        GrantAction::Grant => role::Entity::find_live(),
        GrantAction::Revoke => role::Entity::find(),
    };
    let ids: Vec<i64> = roles
        .select_only()
        .column(role::Column::Id)
        .filter(one_of(role::Column::Name.into_expr(), values, backend))
        .order_by_asc(role::Column::Id)
        .lock_shared()
        .into_tuple()
        .all(transaction)
        .await?;
    let of_these = numbered_by(role_permission::Column::RoleId.as_str(), &ids, backend);
    let rows = role_permission::Entity::find().filter(of_these).all(transaction).await?;
    let granted = rows.into_iter().map(|row| row.permission).collect();
    Ok((ids.len() == names.len()).then_some(granted))
}

/// A role with what it grants now.
pub(in crate::operations) struct KnownRole {
    pub id: i64,
    pub name: String,
    pub permissions: BTreeSet<String>,
}

/// The roles with these ids or names.
pub(super) async fn known_roles(
    database: &impl ConnectionTrait,
    ids: &BTreeSet<i64>,
    names: &BTreeSet<String>,
) -> Result<Vec<KnownRole>, DbErr> {
    let backend = database.get_database_backend();
    let ids: Vec<_> = ids.iter().copied().collect();
    let values: Vec<_> = names.iter().map(|name| name.as_str().into()).collect();
    let these = Condition::any()
        .add(numbered_by(role::Column::Id.as_str(), &ids, backend))
        .add(one_of(role::Column::Name.into_expr(), values, backend));
    let roles = role::Entity::find().filter(these).all(database).await?;
    let ids: Vec<_> = roles.iter().map(|it| it.id).collect();
    let of_these = numbered_by(role_permission::Column::RoleId.as_str(), &ids, backend);
    let rows = role_permission::Entity::find().filter(of_these).all(database).await?;
    let mut granted = BTreeMap::<i64, BTreeSet<String>>::new();
    for row in rows {
        granted.entry(row.role_id).or_default().insert(row.permission);
    }
    let known = |role: role::Model| {
        let permissions = granted.remove(&role.id).unwrap_or_default();
        KnownRole { id: role.id, name: role.name, permissions }
    };
    Ok(roles.into_iter().map(known).collect())
}
