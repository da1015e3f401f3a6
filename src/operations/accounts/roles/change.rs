//! Creates, updates, deletes and restores roles.

use entity::{Timestamp, role};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QuerySelect,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

use super::visible::{VisibleRole, may_view_deleted, read_role};
use crate::{
    app::App,
    auth::{Call, EVERY, Until},
    error::{Error, Problem, is_duplicate},
    kinds::roles,
    operations::{
        accounts::{
            grantee::{Grantee, insert_role},
            names::Grants,
            request::Request,
        },
        audit::{Action, AuditWriter, check_administrators},
        records::write::{assigned, check, names, transition},
        rows::{State, Target, Value},
    },
    resources::{Absent, Key},
    store::{Stale, database::Transaction},
};

/// The column that says whether a role grants its permissions.
const IS_ACTIVE: &str = "is_active";

/// Creates a role with permissions that the caller holds.
///
/// # Errors
/// `Invalid` with every invalid field; then nothing was written.
pub async fn create(request: Request) -> Result<VisibleRole, Error> {
    let Request { app, call, inputs, fields, .. } = &request;
    let checked = check(inputs, fields, Absent::Filled, call.user_id);
    let permissions = names(assigned(&checked.assignments, "permissions"));
    let mut field_errors = checked.field_errors;
    let lent = call.lend(("permissions", Problem::NotHeld), &permissions, None, Until::Revoked);
    field_errors.extend(lent.err());
    let (Some(Value::Text(name)), true) =
        (assigned(&checked.assignments, "name"), field_errors.is_empty())
    else {
        return Err(Error::Invalid(field_errors));
    };
    let at = app.clock.now();
    let writer = AuditWriter::new(app, call);
    let transaction = writer.begin().await?;
    let is_active = assigned(&checked.assignments, IS_ACTIVE) != Some(&Value::Bool(false));
    let id = match insert_role(&transaction, name, is_active, at).await {
        Ok(id) => id,
        Err(error) if is_duplicate(&error) => {
            transaction.rollback().await?;
            return Err(taken(app, call, name).await?);
        }
        Err(error) => return Err(error.into()),
    };
    let grants = Grants { permissions, ..Grants::default() };
    Grantee::Role.grant(&transaction, id, &grants).await?;
    let after = json!({ "permissions": grants.permissions, IS_ACTIVE: is_active });
    end(app, &writer, transaction, (id, at), (Action::Created, None, after)).await
}

/// Renames a role, or replaces its permissions. The caller must hold those before and after.
///
/// # Errors
/// `NotFound`, `Invalid`, `VersionMismatch` and `NoAdministrator`; then nothing was written.
pub async fn update(request: Request) -> Result<VisibleRole, Error> {
    let Request { app, call, id, inputs, fields, expected, .. } = &request;
    let checked = check(inputs, fields, Absent::Kept, call.user_id);
    let writer = AuditWriter::new(app, call);
    let (transaction, old, held) = lock(&writer, call, *id).await?;
    let mut field_errors = checked.field_errors;
    let after = match assigned(&checked.assignments, "permissions") {
        None => held.clone(),
        value => names(value),
    };
    let named = after.iter().chain(&held);
    field_errors
        .extend(call.lend(("permissions", Problem::NotHeld), named, None, Until::Revoked).err());
    Error::of_fields(field_errors)?;
    expected.check(old.version)?;
    let name = assigned(&checked.assignments, "name").and_then(Value::as_text);
    let name = name.unwrap_or(&old.name).to_owned();
    let is_active = match assigned(&checked.assignments, IS_ACTIVE) {
        Some(Value::Bool(is_active)) => *is_active,
        _ => old.is_active,
    };
    if name == old.name && after == held && is_active == old.is_active {
        return read_role(&transaction, old.id).await?.ok_or(Error::Internal);
    }
    let at = app.clock.now();
    let (id, version, before, was_active) = (old.id, old.version, old.name.clone(), old.is_active);
    let mut row = old.into_active_model();
    (row.name, row.updated_at, row.version) = (Set(name.clone()), Set(at), Set(version + 1));
    row.is_active = Set(is_active);
    match row.update(&transaction).await {
        Ok(_) => {}
        Err(error) if is_duplicate(&error) => {
            transaction.rollback().await?;
            return Err(taken(app, call, &name).await?);
        }
        Err(error) => return Err(error.into()),
    }
    let grants = |permissions| Grants { permissions, ..Grants::default() };
    let (added, removed) = (grants(&after - &held), grants(&held - &after));
    Grantee::Role.revoke(&transaction, id, &removed).await?;
    Grantee::Role.grant(&transaction, id, &added).await?;
    if removed.permissions.contains(EVERY) || held.contains(EVERY) && !is_active {
        check_administrators(&transaction).await?;
    }
    let mut values = [(&before, removed), (&name, added)]
        .map(|(name, grants)| json!({ "name": name, "permissions": grants.permissions }));
    if was_active != is_active {
        let [before, after] = &mut values;
        (before[IS_ACTIVE], after[IS_ACTIVE]) = (was_active.into(), is_active.into());
    }
    let [before, after] = values;
    end(app, &writer, transaction, (id, at), (Action::Updated, Some(before), after)).await
}

/// Deletes or restores a role, as records of other kinds are. The caller must hold its permissions.
///
/// # Errors
/// `NotFound`, `AlreadyDeleted`, `Invalid`, `VersionMismatch` and `NoAdministrator`; then nothing was
/// written.
pub async fn set_state(request: Request, state: State) -> Result<VisibleRole, Error> {
    let Request { app, call, id, expected, .. } = &request;
    call.refuse_deleted()?;
    let target = Target { resource: roles(), key: (*id).map(Key::Id) };
    let projection = &roles().whole_answer().shows;
    let changed = transition(app, call, target, state, expected.clone(), projection).await?;
    let role = read_role(&*app.point_reader(call, 1).await?, changed.record.id()).await?;
    role.ok_or(Error::Internal)
}

/// Locks a live role and reads its permissions.
async fn lock(
    writer: &AuditWriter,
    call: &Call,
    id: Option<i64>,
) -> Result<(Transaction, role::Model, BTreeSet<String>), Error> {
    call.refuse_deleted()?;
    let missing = || Error::not_found("Role");
    let transaction = writer.begin().await?;
    let row = role::Entity::find().filter(role::Column::Id.eq(id.ok_or_else(missing)?));
    let row = row.lock_exclusive().one(&transaction).await?.ok_or_else(missing)?;
    if row.deleted_at.is_some() {
        return Err(missing());
    }
    let grants = Grantee::Role.grants(&transaction, Some(row.id)).await?.remove(&row.id);
    Ok((transaction, row, grants.unwrap_or_default().permissions))
}

/// Records a change and commits it.
async fn end(
    app: &App,
    writer: &AuditWriter,
    transaction: Transaction,
    (id, at): (i64, Timestamp),
    change: (Action, Option<Json>, Json),
) -> Result<VisibleRole, Error> {
    let role = read_role(&transaction, id).await?.ok_or(Error::Internal)?;
    let is_new = change.0 == Action::Created;
    Grantee::Role.record(&transaction, writer, (id, role.record.label()), at, change).await?;
    transaction.commit().await?;
    app.written(if is_new { Stale::Nothing } else { Stale::Credentials });
    Ok(role)
}

/// The error for a name that another role has, deleted or not.
async fn taken(app: &App, call: &Call, name: &str) -> Result<Error, Error> {
    let known = role::Entity::find().filter(role::Column::Name.eq(name));
    let other = known.one(&*app.point_reader(call, 1).await?).await?;
    // For a caller who may not view it, it is taken like a live one's (D26).
    let deleted = other.filter(|role| role.deleted_at.is_some() && may_view_deleted(call));
    let problem = deleted.map_or(Problem::Taken, |it| Problem::TakenByDeletedRole { id: it.id });
    Ok(Error::invalid("name", problem))
}
