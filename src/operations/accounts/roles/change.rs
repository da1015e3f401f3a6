//! Creates, updates, deletes and restores roles.

use entity::{Timestamp, role};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IdenStatic, IntoActiveModel,
    QueryFilter, QuerySelect,
};
use serde_json::{Value as Json, json};
use std::{collections::BTreeSet, sync::Arc};

use super::visible::{VisibleRole, may_view_deleted, read_role};
use crate::{
    app::App,
    auth::{Call, EVERY, Until},
    error::{Error, Problem, is_duplicate},
    operations::{
        accounts::{
            grantee::{Grantee, insert_role},
            names::Grants,
        },
        audit::{Action, AuditWriter, check_administrators},
        records::write::{assigned, check, names},
        rows::{Expected, Fields, State, Value},
    },
    resources::{Absent, Input},
    store::{Stale, database::Transaction},
};

/// Creates a role with permissions that the caller holds.
///
/// # Errors
/// `Invalid` with every invalid field; then nothing was written.
pub(in crate::operations::accounts) async fn create(
    app: &Arc<App>,
    call: &Arc<Call>,
    inputs: &'static [Input],
    fields: &Fields,
) -> Result<VisibleRole, Error> {
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
    let id = match insert_role(&transaction, name, at).await {
        Ok(id) => id,
        Err(error) if is_duplicate(&error) => {
            transaction.rollback().await?;
            return Err(taken(app, call, name).await?);
        }
        Err(error) => return Err(error.into()),
    };
    let grants = Grants { permissions, ..Grants::default() };
    Grantee::Role.grant(&transaction, id, &grants).await?;
    let after = Grantee::Role.to_json(&grants);
    end(app, &writer, transaction, (id, at), (Action::Created, None, after)).await
}

/// Renames a role, or replaces its permissions. The caller must hold those before and after.
///
/// # Errors
/// `NotFound`, `Invalid`, `VersionMismatch` and `NoAdministrator`; then nothing was written.
pub(in crate::operations::accounts) async fn update(
    app: &Arc<App>,
    call: &Arc<Call>,
    id: Option<i64>,
    inputs: &'static [Input],
    fields: &Fields,
    expected: &Expected,
) -> Result<VisibleRole, Error> {
    let checked = check(inputs, fields, Absent::Kept, call.user_id);
    let writer = AuditWriter::new(app, call);
    let (transaction, old, held) = lock(&writer, call, id, Some(State::Live)).await?;
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
    if name == old.name && after == held {
        return read_role(&transaction, old.id).await?.ok_or(Error::Internal);
    }
    let at = app.clock.now();
    let (id, version, before) = (old.id, old.version, old.name.clone());
    let mut row = old.into_active_model();
    (row.name, row.updated_at, row.version) = (Set(name.clone()), Set(at), Set(version + 1));
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
    if removed.permissions.contains(EVERY) {
        check_administrators(&transaction).await?;
    }
    let before = json!({ "name": before, "permissions": removed.permissions });
    let after = json!({ "name": name, "permissions": added.permissions });
    end(app, &writer, transaction, (id, at), (Action::Updated, Some(before), after)).await
}

/// Deletes or restores a role. The caller must hold its permissions.
///
/// # Errors
/// `NotFound`, `AlreadyDeleted`, `Invalid`, `VersionMismatch` and `NoAdministrator`; then nothing was
/// written.
pub(in crate::operations::accounts) async fn set_state(
    app: &Arc<App>,
    call: &Arc<Call>,
    id: Option<i64>,
    state: State,
    expected: &Expected,
) -> Result<VisibleRole, Error> {
    let writer = AuditWriter::new(app, call);
    let (transaction, old, held) = lock(&writer, call, id, None).await?;
    call.lend(("role", Problem::RoleNotHeld), &held, None, Until::Revoked)
        .map_err(|error| Error::Invalid(vec![error]))?;
    match (state, old.deleted_at) {
        (State::Deleted, Some(_)) => {
            return Err(Error::AlreadyDeleted("Role is already deleted".to_owned()));
        }
        // A retry is safe.
        (State::Live, None) => {
            return read_role(&transaction, old.id).await?.ok_or(Error::Internal);
        }
        _ => {}
    }
    expected.check(old.version)?;
    let at = app.clock.now();
    let deleted_at = (state == State::Deleted).then_some(at);
    let (id, version, before) = (old.id, old.version, old.deleted_at);
    let mut row = old.into_active_model();
    (row.deleted_at, row.updated_at, row.version) = (Set(deleted_at), Set(at), Set(version + 1));
    row.update(&transaction).await?;
    if state == State::Deleted && held.contains(EVERY) {
        check_administrators(&transaction).await?;
    }
    let column = role::Column::DeletedAt.as_str();
    let (before, after) = (json!({ column: before }), json!({ column: deleted_at }));
    end(app, &writer, transaction, (id, at), (state.action(), Some(before), after)).await
}

/// Locks a role and reads its permissions. With a state, the role must be in it.
async fn lock(
    writer: &AuditWriter,
    call: &Call,
    id: Option<i64>,
    state: Option<State>,
) -> Result<(Transaction, role::Model, BTreeSet<String>), Error> {
    call.refuse_deleted()?;
    let missing = || Error::not_found("Role");
    let transaction = writer.begin().await?;
    let row = role::Entity::find().filter(role::Column::Id.eq(id.ok_or_else(missing)?));
    let row = row.lock_exclusive().one(&transaction).await?.ok_or_else(missing)?;
    if state == Some(State::Live) && row.deleted_at.is_some() {
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
    Grantee::Role.record(&transaction, writer, (id, &role.name), at, change).await?;
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
