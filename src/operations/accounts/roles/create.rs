//! Creates roles.

use entity::role;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use std::{collections::BTreeSet, sync::Arc};

use super::visible::{VisibleRole, may_view_deleted, read_role};
use crate::{
    app::App,
    auth::{Call, NOT_HELD, Until},
    error::{Error, FieldError, is_duplicate},
    operations::{
        accounts::grants::{Grantee, Grants, insert_role},
        audit::{Action, AuditWriter, OperatorChange},
        records::{
            Fields, Value,
            write::{assigned, check, names},
        },
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
    let named = names(assigned(&checked.assignments, "permissions"));
    let permissions: BTreeSet<String> = named.into_iter().collect();
    let mut field_errors = checked.field_errors;
    let lent = call.lend(("permissions", NOT_HELD), &permissions, None, Until::Revoked);
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
    let change = OperatorChange { action: Action::Created, at, before: None, after };
    end(app, &writer, transaction, id, change).await
}

/// Records a change and commits it.
pub(super) async fn end(
    app: &App,
    writer: &AuditWriter,
    transaction: Transaction,
    id: i64,
    change: OperatorChange,
) -> Result<VisibleRole, Error> {
    let role = read_role(&transaction, id).await?.ok_or(Error::Internal)?;
    let is_new = change.action == Action::Created;
    writer.record_role(&transaction, (id, &role.name), change).await?;
    transaction.commit().await?;
    app.written(if is_new { Stale::Nothing } else { Stale::Permissions(None) });
    Ok(role)
}

/// The error for a name that another role has, deleted or not.
pub(super) async fn taken(app: &App, call: &Call, name: &str) -> Result<Error, Error> {
    let known = role::Entity::find().filter(role::Column::Name.eq(name));
    let other = known.one(&*app.point_reader(call, 1).await?).await?;
    // For a caller who may not view it, it is taken like a live one's (D26).
    let message = match other.filter(|role| role.deleted_at.is_some() && may_view_deleted(call)) {
        Some(role) => format!("is taken by a deleted role, which has the id {}", role.id),
        None => "has already been taken".to_owned(),
    };
    Ok(Error::Invalid(vec![FieldError::new("name", message)]))
}
