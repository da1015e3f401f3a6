//! What accounts and roles are given: names of permissions, exactly as they are written (D8), and
//! roles.

use entity::{SoftDelete, role};
use sea_orm::{ConnectionTrait, QueryFilter, sea_query::Expr};
use serde_json::{Value as Json, json};
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

/// Which way they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giving {
    /// They are given.
    Given,
    /// They are taken away.
    Taken,
}

/// What became of it.
#[derive(Clone, Debug, Default)]
pub struct Granted {
    /// What was given or taken: the rest was held before.
    pub changed: Grants,
    /// Of the permissions that were taken, those that the account has by another name or a role.
    pub still: Vec<String>,
}

impl Grants {
    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.permissions.is_empty() && self.roles.is_empty()
    }

    /// Each as a text, `a.b` and `role c`.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let roles = self.roles.iter().map(|name| format!("role {name}"));
        self.permissions.iter().cloned().chain(roles).collect()
    }

    /// What of this is not among those.
    pub(crate) fn without(&self, those: &Self) -> Self {
        Self {
            permissions: &self.permissions - &those.permissions,
            roles: &self.roles - &those.roles,
        }
    }

    /// This and those.
    pub(crate) fn with(&self, those: &Self) -> Self {
        Self {
            permissions: &self.permissions | &those.permissions,
            roles: &self.roles | &those.roles,
        }
    }

    /// As events tell of it.
    pub(crate) fn to_json(&self) -> Json {
        json!({ "permissions": self.permissions, "roles": self.roles })
    }

    /// What is to change where this is held and that is asked for.
    ///
    /// # Errors
    /// `NotFound` when something is to be taken that is not held: a name that was mistyped would
    /// leave somebody with a permission that is believed to be gone.
    pub(crate) fn change(
        &self,
        giving: Giving,
        asked: &Self,
        credential_ref: &str,
    ) -> Result<Self, Error> {
        let missing = asked.without(self);
        match giving {
            Giving::Given => Ok(missing),
            Giving::Taken if missing.is_empty() => Ok(asked.clone()),
            Giving::Taken => {
                let texts = missing.texts().join(", ");
                Err(Error::NotFound(format!(
                    "{credential_ref} does not have {texts}; nothing was taken"
                )))
            }
        }
    }

    /// What is held after that change.
    pub(crate) fn after(&self, giving: Giving, change: &Self) -> Self {
        match giving {
            Giving::Given => self.with(change),
            Giving::Taken => self.without(change),
        }
    }

    /// Holds the names of the permissions against the rule.
    ///
    /// # Errors
    /// `BadRequest`, which names the first that breaks it.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.permissions.iter().try_for_each(|name| named("permission", name))
    }
}

/// Holds a name against the rule for names.
pub(super) fn named(what: &str, name: &str) -> Result<(), Error> {
    let checked = Rule::NAME.check(&Json::from(name));
    checked.map(|_| ()).map_err(|why| Error::bad_request(format!("the {what} {name:?} {why}")))
}

/// The numbers of roles, which must be there and not be deleted.
///
/// # Errors
/// `NotFound`, which names those that are not.
pub(super) async fn numbers_of_roles(
    connection: &impl ConnectionTrait,
    names: &BTreeSet<String>,
) -> Result<Vec<i64>, Error> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let values = names.iter().map(|name| name.as_str().into()).collect();
    let these = one_of(Expr::col("name"), values, connection.get_database_backend());
    let found = role::Entity::find_live().filter(these).all(connection).await?;
    let known = |name: &&String| found.iter().any(|role| role.name == **name);
    let missing: Vec<String> =
        names.iter().filter(|name| !known(name)).map(|name| format!("{name:?}")).collect();
    match missing.as_slice() {
        [] => Ok(found.into_iter().map(|role| role.id).collect()),
        missing => Err(Error::NotFound(format!("there is no role {}", missing.join(", ")))),
    }
}
