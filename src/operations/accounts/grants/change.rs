//! Creates accounts and roles and changes their grants, for operators.

use entity::{role, user};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, DatabaseTransaction};
use serde_json::json;
use std::sync::Arc;
use uuid::Uuid;

use super::{
    grantee::Grantee,
    names::{GrantAction, GrantOutcome, Grants, check_name},
};
use crate::{
    app::App,
    error::{Error, is_duplicate},
    operations::{
        accounts::authenticate::granted,
        audit::{Action, AuditWriter, OperatorChange, check_administrators, has_administrator},
        records::write::{NAME_CHARACTERS, is_address},
    },
    store::Stale,
};

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
    let transaction = app.database.begin().await?;
    let mut after = grantee.to_json(grants);
    let inserted = match grantee {
        Grantee::Account => {
            let uuid = Uuid::new_v4();
            for (field, value) in [
                ("email", json!(name)),
                ("is_active", json!(true)),
                ("uuid", json!(uuid)),
                ("created_at", json!(at)),
                ("updated_at", json!(at)),
            ] {
                after[field] = value;
            }
            let row = user::ActiveModel {
                uuid: Set(uuid),
                email: Set(name.to_owned()),
                is_active: Set(true),
                created_at: Set(at),
                updated_at: Set(at),
                version: Set(1),
                ..Default::default()
            };
            row.insert(&transaction).await.map(|row| row.id)
        }
        Grantee::Role => {
            let row = role::ActiveModel {
                name: Set(name.to_owned()),
                created_at: Set(at),
                updated_at: Set(at),
                version: Set(1),
                ..Default::default()
            };
            row.insert(&transaction).await.map(|row| row.id)
        }
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
    let change = OperatorChange { action: Action::Created, at, before: None, after };
    commit(app, transaction, (grantee, name), id, change).await?;
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
) -> Result<GrantOutcome, Error> {
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.begin().await?;
    let id = grantee.lock(&transaction, name, at).await?;
    let before = grantee.grants(&transaction, Some(id)).await?.remove(&id).unwrap_or_default();
    let called = match grantee {
        Grantee::Account => name.to_owned(),
        Grantee::Role => format!("the role {name:?}"),
    };
    let changed = before.change(action, grants, &called)?;
    if changed.is_empty() {
        transaction.rollback().await?;
        return Ok(GrantOutcome::default());
    }
    match action {
        GrantAction::Grant => grantee.grant(&transaction, id, &changed).await?,
        GrantAction::Revoke => {
            // Where nobody administers, nothing is lost.
            let had_one = has_administrator(&transaction).await?;
            grantee.revoke(&transaction, id, &changed).await?;
            if had_one {
                check_administrators(&transaction).await?;
            }
        }
    }
    let after = grantee.to_json(&before.after(action, &changed));
    let before = Some(grantee.to_json(&before));
    let change = OperatorChange { action: Action::Updated, at, before, after };
    commit(app, transaction, (grantee, name), id, change).await?;
    let mut still_granted = Vec::new();
    if (grantee, action) == (Grantee::Account, GrantAction::Revoke) {
        let granted = granted(app.database.of_callers(), id).await?;
        still_granted
            .extend(changed.permissions.iter().filter(|name| granted.covers(name)).cloned());
    }
    Ok(GrantOutcome { changed, still_granted })
}

/// Records a change and commits it.
async fn commit(
    app: &Arc<App>,
    transaction: DatabaseTransaction,
    (grantee, name): (Grantee, &str),
    id: i64,
    change: OperatorChange,
) -> Result<(), Error> {
    let writer = AuditWriter::of_the_system(app);
    match grantee {
        Grantee::Account => writer.record_account(&transaction, id, change).await?,
        Grantee::Role => writer.record_role(&transaction, (id, name), change).await?,
    }
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(())
}

/// Checks the form and the length of an address.
fn check_address(email: &str) -> Result<(), Error> {
    if is_address(email) && email.chars().count() <= NAME_CHARACTERS {
        return Ok(());
    }
    Err(Error::bad_request(format!(
        "the address {email:?} must be like name@example.com: one @, no spaces, at most \
         {NAME_CHARACTERS} characters"
    )))
}
