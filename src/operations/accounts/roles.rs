//! Roles: making them, and giving them permissions, as an operator does.

use entity::{SoftDelete, role, role_permission, user_role};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait,
    ExprTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use super::{
    grants::{Giving, Granted, Grants, named},
    list::by_number,
};
use crate::{
    app::{App, Stale},
    error::Error,
    operations::{
        audit::{Action, AuditWriter, Telling},
        records::write::is_duplicate,
    },
};

/// A role as operators see it.
#[derive(Clone, Debug)]
pub struct Role {
    /// Number of the role.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The permissions it gives.
    pub permissions: BTreeSet<String>,
    /// How many accounts have it, deleted ones included.
    pub accounts: i64,
}

/// Makes a role that gives these permissions.
///
/// # Errors
/// `BadRequest` for a name that breaks the rules or is taken; then nothing was written.
pub async fn add_role(app: &Arc<App>, name: &str, grants: &Grants) -> Result<(), Error> {
    named("role", name)?;
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.begin().await?;
    let row = role::ActiveModel {
        name: Set(name.to_owned()),
        created_at: Set(at),
        updated_at: Set(at),
        version: Set(1),
        ..Default::default()
    };
    let role = match row.insert(&transaction).await {
        Err(error) if is_duplicate(&error) => {
            return Err(Error::bad_request(format!("there is a role {name:?} already")));
        }
        inserted => inserted?,
    };
    give(&transaction, role.id, &grants.permissions).await?;
    let mut after = told(grants);
    after["name"] = json!(name);
    let made = Telling { action: Action::Created, at, before: None, after };
    AuditWriter::of_the_system(app).tell_of_role(&transaction, role.id, made).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(())
}

/// Gives a role permissions, or takes them away. What it has before is given again without a change.
///
/// # Errors
/// `NotFound` for an unknown or deleted role, and for what is to be taken and not held;
/// `BadRequest` for a name that breaks the rules; then nothing was written.
pub async fn change_role(
    app: &Arc<App>,
    name: &str,
    giving: Giving,
    grants: &Grants,
) -> Result<Granted, Error> {
    grants.check()?;
    let at = app.clock.now();
    let transaction = app.database.begin().await?;
    // It is held until the transaction ends, so that two operators don't mix.
    let touched = role::Entity::update_many()
        .col_expr(role::Column::UpdatedAt, Expr::value(at))
        .col_expr(role::Column::Version, Expr::col("version").add(1))
        .filter(role::Column::Name.eq(name))
        .filter(role::Column::DeletedAt.is_null())
        .exec_with_returning(&transaction)
        .await?;
    let missing = || Error::NotFound(format!("there is no role {name:?}"));
    let role = touched.first().ok_or_else(missing)?.id;
    let permissions = role_permission::Entity::find()
        .select_only()
        .column(role_permission::Column::Permission)
        .filter(role_permission::Column::RoleId.eq(role))
        .into_tuple::<String>()
        .all(&transaction)
        .await?;
    let before =
        Grants { permissions: permissions.into_iter().collect(), roles: BTreeSet::default() };
    let changed = before.change(giving, grants, &format!("the role {name:?}"))?;
    if changed.is_empty() {
        transaction.rollback().await?;
        return Ok(Granted::default());
    }
    match giving {
        Giving::Given => give(&transaction, role, &changed.permissions).await?,
        Giving::Taken => take(&transaction, role, &changed.permissions).await?,
    }
    let after = told(&before.after(giving, &changed));
    let deed = Telling { action: Action::Updated, at, before: Some(told(&before)), after };
    AuditWriter::of_the_system(app).tell_of_role(&transaction, role, deed).await?;
    transaction.commit().await?;
    app.written(Stale::Credentials);
    Ok(Granted { changed, still: Vec::new() })
}

/// A role's permissions, as events tell of them.
fn told(grants: &Grants) -> Json {
    json!({ "permissions": grants.permissions })
}

async fn give(
    transaction: &DatabaseTransaction,
    role: i64,
    names: &BTreeSet<String>,
) -> Result<(), DbErr> {
    for name in names {
        let row =
            role_permission::ActiveModel { role_id: Set(role), permission: Set(name.clone()) };
        role_permission::Entity::insert(row).exec_without_returning(transaction).await?;
    }
    Ok(())
}

async fn take(
    transaction: &DatabaseTransaction,
    role: i64,
    names: &BTreeSet<String>,
) -> Result<(), DbErr> {
    let rows = role_permission::Entity::delete_many()
        .filter(role_permission::Column::RoleId.eq(role))
        .filter(role_permission::Column::Permission.is_in(names));
    rows.exec(transaction).await.map(|_| ())
}

/// All roles but deleted ones, the oldest first.
///
/// # Errors
/// When the database can't be reached.
pub async fn role_list(app: &App) -> Result<Vec<Role>, Error> {
    let reader = &app.database.reader;
    let rows = role::Entity::find_live().order_by_asc(role::Column::Id).all(reader).await?;
    let permissions = role_permission::Entity::find()
        .select_only()
        .column(role_permission::Column::RoleId)
        .column(role_permission::Column::Permission)
        .into_tuple()
        .all(reader)
        .await?;
    let mut permissions = by_number(permissions);
    let accounts: Vec<(i64, i64)> = user_role::Entity::find()
        .select_only()
        .column(user_role::Column::RoleId)
        .column_as(user_role::Column::UserId.count(), "accounts")
        .group_by(user_role::Column::RoleId)
        .into_tuple()
        .all(reader)
        .await?;
    let accounts: HashMap<i64, i64> = accounts.into_iter().collect();
    let role = |row: role::Model| Role {
        id: row.id,
        name: row.name,
        permissions: permissions.remove(&row.id).unwrap_or_default(),
        accounts: accounts.get(&row.id).copied().unwrap_or_default(),
    };
    Ok(rows.into_iter().map(role).collect())
}
