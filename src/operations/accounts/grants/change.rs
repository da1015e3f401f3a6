//! Creates accounts and roles and changes their grants, for operators.

use entity::user;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, sea_query::SimpleExpr};
use serde_json::json;
use std::sync::Arc;
use uuid::Uuid;

use crate::{
    app::App,
    error::{Error, is_duplicate},
    operations::{
        accounts::{
            grantee::{Grantee, insert_role},
            names::{GrantAction, Grants, check_name},
            roles::{VisibleRole, read_role},
        },
        audit::{Action, AuditWriter, check_administrators, has_administrator},
        callers::granted,
        records::write::{NAME_CHARACTERS, is_address},
        rows::read::Trashed,
    },
    store::{Stale, database::Transaction},
};

/// What was granted or revoked.
#[derive(Clone, Debug)]
pub struct Granted {
    /// The account; `None`: it is a role.
    pub account: Option<i64>,
    /// The role after a caller changed it, in place of an account.
    pub role: Option<VisibleRole>,
    /// What was added or removed.
    pub changed: Grants,
    /// The permissions that were revoked of an account and that a wider one or a role still grants.
    pub still_granted: Vec<String>,
}

/// Creates an account or a role with grants, and returns its id.
///
/// # Errors
/// `BadRequest` for a name or address that is invalid or taken, `NotFound` for an unknown role among
/// the grants; nothing is written then.
pub async fn add(
    app: &Arc<App>,
    grantee: Grantee,
    name: &str,
    grants: &Grants,
) -> Result<i64, Error> {
    match grantee {
        Grantee::Account => check_address(name)?,
        Grantee::Role => check_name("role", name)?,
    }
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.operator().begin().await?;
    let (inserted, after) = match grantee {
        Grantee::Account => {
            let uuid = Uuid::new_v4();
            let row = user::ActiveModel {
                uuid: Set(uuid),
                email: Set(name.to_owned()),
                is_active: Set(true),
                created_at: Set(at),
                updated_at: Set(at),
                version: Set(1),
                ..Default::default()
            };
            let Grants { permissions, roles } = grants;
            let after = json!({
                "permissions": permissions, "roles": roles, "email": name, "is_active": true,
                "uuid": uuid, "created_at": at, "updated_at": at,
            });
            (row.insert(&transaction).await.map(|row| row.id), after)
        }
        Grantee::Role => (insert_role(&transaction, name, true, at).await, grantee.to_json(grants)),
    };
    let id = match inserted {
        Err(error) if is_duplicate(&error) => {
            return Err(Error::bad_request(match grantee {
                Grantee::Account => {
                    format!("there is an account with the address {name:?} already")
                }
                Grantee::Role => format!("there is a role {name:?} already"),
            }));
        }
        inserted => inserted?,
    };
    grantee.grant(&transaction, id, grants).await?;
    let writer = AuditWriter::of_the_system(app);
    let change = (Action::Created, None, after);
    grantee.record(&transaction, &writer, (id, name), at, change).await?;
    transaction.commit().await?;
    app.written(Stale::Nothing);
    Ok(id)
}

/// Adds grants to an account or a role, or removes them. Adding one that it has changes nothing.
///
/// # Errors
/// `NotFound` for an unknown account or role and for removing what it doesn't have, `BadRequest` for
/// an invalid name, `NoAdministrator` for taking `*` from the last active account that holds it;
/// nothing is written then.
pub async fn change(
    app: &Arc<App>,
    grantee: Grantee,
    name: &str,
    action: GrantAction,
    grants: &Grants,
) -> Result<Granted, Error> {
    grants.check()?;
    let called = match grantee {
        Grantee::Account => name.to_owned(),
        Grantee::Role => format!("the role {name:?}"),
    };
    let this = grantee.named(name, action, app.database.backend());
    let (writer, missing) = (AuditWriter::of_the_system(app), grantee.missing(name));
    let change = GrantChange { app, writer, grantee, name, this, missing, action, grants };
    change.run(&called, async |_, _, _| Ok(())).await
}

/// A change of the grants of an account or a role, by an operator or a caller.
pub(super) struct GrantChange<'c> {
    pub app: &'c Arc<App>,
    pub writer: AuditWriter,
    pub grantee: Grantee,
    /// The name of the role.
    pub name: &'c str,
    /// Which account or role it is.
    pub this: SimpleExpr,
    /// The error if there is none.
    pub missing: Error,
    pub action: GrantAction,
    pub grants: &'c Grants,
}

impl GrantChange<'_> {
    /// Locks it, lets the check see what it is granted, and changes that. Errors call it by that name.
    pub async fn run(
        self,
        called: &str,
        check: impl AsyncFnOnce(&Transaction, i64, &Grants) -> Result<(), Error>,
    ) -> Result<Granted, Error> {
        let Self { app, writer, grantee, name, this, missing, action, grants } = self;
        let at = app.clock.now();
        let transaction = writer.begin().await?;
        let id = grantee.lock(&transaction, this, at).await?.ok_or(missing)?;
        let before = grantee.grants(&transaction, Some(id)).await?.remove(&id).unwrap_or_default();
        check(&transaction, id, &before).await?;
        let changed = before.change(action, grants, called)?;
        if !changed.is_empty() {
            // Where nobody administers, nothing is lost.
            let may_end = action == GrantAction::Revoke && has_administrator(&transaction).await?;
            grantee.change(&transaction, &writer, (id, name), action, &changed, at).await?;
            if may_end {
                check_administrators(&transaction).await?;
            }
        }
        let (account, role) = match grantee {
            Grantee::Account => (Some(id), None),
            Grantee::Role => (None, read_role(&transaction, id).await?),
        };
        if changed.is_empty() {
            transaction.rollback().await?;
            return Ok(Granted { account, role, changed, still_granted: Vec::new() });
        }
        transaction.commit().await?;
        app.written(account.map_or(Stale::Credentials, Stale::CredentialsOf));
        let still_granted = match (account, action) {
            (Some(id), GrantAction::Revoke) => {
                let granted = granted(app, app.database.of_callers(), id, Trashed::Without).await?;
                changed.permissions.iter().filter(|name| granted.covers(name)).cloned().collect()
            }
            _ => Vec::new(),
        };
        Ok(Granted { account, role, changed, still_granted })
    }
}

/// Checks the form and the length of an address.
fn check_address(email: &str) -> Result<(), Error> {
    if is_address(email) && email.chars().count() <= NAME_CHARACTERS {
        return Ok(());
    }
    Err(Error::bad_request(format!(
        "the address {email:?} must be like name@example.com: one @, no spaces or hidden characters, \
         at most {NAME_CHARACTERS} characters"
    )))
}
