//! Creates a record: sends a notification (D5, D6, D15, D18), creates an API key (D3, D4, D18).

use entity::{SoftDelete, Timestamp, api_key::Column, user};
use sea_orm::{ColumnTrait, IdenStatic, QueryFilter, QuerySelect};
use std::{collections::BTreeSet, sync::Arc};
use uuid::Uuid;

use super::{
    delegation::{assigned, check_acts_as, names},
    validate::check,
};
use crate::{
    app::App,
    auth::{Access, Call, Caller, Secret},
    error::{Error, FieldError},
    operations::{
        audit::{AuditWriter, Insert},
        records::{
            completion::to_completion,
            read::filter::one_of,
            record::{Record, Value},
            statement::Assignment,
            target::Fields,
        },
    },
    resources::{Absent, Create, KeyKind, Projection, Resource, Rule},
};

/// Attempts at a record whose accounts concurrent requests delete and restore.
pub(super) const ATTEMPTS: usize = 8;

/// A new record.
pub struct Created {
    /// The record.
    pub record: Record,
    /// The value of a credential, shown in this response only: its hash alone is stored.
    pub secret: Option<Secret>,
}

/// Creates a record.
///
/// # Errors
/// `Forbidden`, and `Invalid` with every invalid field; then nothing was written.
pub async fn create(
    app: &Arc<App>,
    call: &Arc<Call>,
    resource: &'static Resource,
    create: &'static Create,
    fields: &Fields,
    projection: &'static Projection,
) -> Result<Created, Error> {
    let access = call.require(&create.permission)?;
    check_accounts(access, create, fields)?;
    check_owner(call, resource, fields)?;
    let mut checked = check(&create.inputs, fields, Absent::Filled, call.user_id);
    checked.field_errors.extend(undelegable(call, resource, create, &checked.assignments));
    if !checked.field_errors.is_empty() {
        checked.field_errors.extend(unknown_accounts(app, create, &checked.assignments).await?);
        return Err(Error::Invalid(checked.field_errors));
    }
    let (app, writer) = (Arc::clone(app), AuditWriter::new(app, call));
    to_completion(async move {
        let secret = resource.credential.map(Secret::generate);
        for _ in 0..ATTEMPTS {
            let at = app.clock.now();
            let mut assignments = complete(at, resource, &checked.assignments);
            assignments.extend(secret.iter().flat_map(value_columns));
            let accounts = accounts(create, &checked.assignments).map(|(name, _)| name).collect();
            let making = Insert { resource, at, assignments, accounts, projection };
            if let Some(record) = writer.insert(making).await? {
                app.written(resource.stale);
                return Ok(Created { record, secret });
            }
            let field_errors = unknown_accounts(&app, create, &checked.assignments).await?;
            if !field_errors.is_empty() {
                return Err(Error::Invalid(field_errors));
            }
        }
        Err(Error::Conflict)
    })
    .await
}

/// Checks that the access covers every account that the fields name (D6).
///
/// Validation rejects what is no account id.
pub(super) fn check_accounts(
    access: Access,
    create: &Create,
    fields: &Fields,
) -> Result<(), Error> {
    create
        .inputs
        .iter()
        .filter(|input| input.rule == Rule::Account)
        .filter_map(|input| fields.get(input.name)?.as_i64())
        .try_for_each(|id| access.check(Some(id)))
}

/// Checks that the caller may get a credential of the account that the fields name (D26). Validation
/// rejects what is no account id, and without one the account is the caller.
fn check_owner(caller: &Caller, resource: &Resource, fields: &Fields) -> Result<(), Error> {
    let owner = resource.owner.filter(|_| resource.credential.is_some());
    match owner.and_then(|column| fields.get(column)?.as_i64()) {
        Some(account) => check_acts_as(caller, Some(account)),
        None => Ok(()),
    }
}

/// An error for each field that names permissions which the caller may not delegate (D18).
fn undelegable(
    caller: &Caller,
    resource: &Resource,
    create: &Create,
    assignments: &[Assignment],
) -> Vec<FieldError> {
    let owner = match resource.owner.and_then(|column| assigned(assignments, column)) {
        Some(Value::Int(id)) => Some(*id),
        _ => None,
    };
    let fields = create.inputs.iter().filter(|input| input.rule == Rule::Permissions);
    fields
        .filter(|input| {
            let names = names(assigned(assignments, input.name));
            !names.iter().all(|name| caller.may_delegate(name, owner))
        })
        .map(|input| FieldError::new(input.name, "may only name permissions that you hold"))
        .collect()
}

/// The columns that are stored of a credential's value.
pub(super) fn value_columns(secret: &Secret) -> Vec<Assignment> {
    let hash = (Column::KeyHash, secret.hash());
    let marks = secret.marks().into_iter();
    let marks =
        marks.flat_map(|it| [(Column::Prefix, it.prefix), (Column::LastFour, it.last_four)]);
    let columns = std::iter::once(hash).chain(marks);
    columns.map(|(column, text)| (column.as_str(), Value::Text(text))).collect()
}

/// The assignments, with those that the server adds to every record.
fn complete(now: Timestamp, resource: &Resource, assignments: &[Assignment]) -> Vec<Assignment> {
    let has_uuid = resource.key == KeyKind::Uuid;
    let uuid = has_uuid.then(|| (resource.key_column, Value::Uuid(Uuid::new_v4())));
    let times = [resource.columns.created_at, resource.columns.updated_at];
    let times = times.map(|column| (column, Value::Time(now)));
    assignments.iter().cloned().chain(uuid).chain(times).collect()
}

/// The accounts that the assignments refer to, each with its field.
pub(super) fn accounts<'a>(
    create: &'a Create,
    assignments: &'a [Assignment],
) -> impl Iterator<Item = (&'static str, i64)> + 'a {
    let is_account = |name: &str| {
        create.inputs.iter().any(|input| input.name == name && input.rule == Rule::Account)
    };
    assignments.iter().filter_map(move |(name, value)| match value {
        Value::Int(id) if is_account(name) => Some((*name, *id)),
        _ => None,
    })
}

/// An error for each field whose account doesn't exist or is deleted.
pub(super) async fn unknown_accounts(
    app: &App,
    create: &Create,
    assignments: &[Assignment],
) -> Result<Vec<FieldError>, Error> {
    let named: Vec<(&str, i64)> = accounts(create, assignments).collect();
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let known = live_accounts(app, named.iter().map(|(_, id)| *id)).await?;
    let unknown = named.into_iter().filter(|(_, id)| !known.contains(id));
    Ok(unknown.map(|(field, _)| FieldError::new(field, "must be an existing account")).collect())
}

/// Reads which of the accounts exist and are live.
pub(super) async fn live_accounts(
    app: &App,
    ids: impl Iterator<Item = i64>,
) -> Result<BTreeSet<i64>, Error> {
    let ids = ids.map(Into::into).collect();
    let one_of = one_of(user::Column::Id.into_expr(), ids, app.database.backend());
    let live = user::Entity::find_live().select_only().column(user::Column::Id).filter(one_of);
    Ok(live.into_tuple::<i64>().all(&app.database.reader).await?.into_iter().collect())
}
