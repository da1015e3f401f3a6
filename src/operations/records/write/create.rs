//! Creates a record of any kind (D3–D6, D15, D18).

use entity::{Timestamp, api_key::Column};
use sea_orm::IdenStatic;
use std::sync::Arc;
use uuid::Uuid;

use super::{
    delegation::{assigned, check_acts_as, names},
    fields::{check, references, refused},
    written::Written,
};
use crate::{
    app::App,
    auth::{Access, Call, Caller, Marks, Secret},
    error::{Error, FieldError, is_duplicate},
    operations::{
        audit::{AuditWriter, Insert},
        records::{Assignment, Fields, Value, to_completion},
    },
    resources::{Absent, Create, Input, KeyKind, Projection, Resource, Rule},
};

/// Attempts at a record whose accounts concurrent requests delete and restore.
pub(super) const ATTEMPTS: usize = 8;

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
) -> Result<Written, Error> {
    let access = call.require(&create.permission)?;
    check_accounts(access, create, fields)?;
    check_owner(call, resource, fields)?;
    let mut checked = check(&create.inputs, fields, Absent::Filled, call.user_id);
    checked.field_errors.extend(undelegable(call, resource, create, &checked.assignments));
    // The index may leave out old rows.
    let is_repeatable = create.inputs.iter().any(Input::unique_ignoring_case);
    if is_repeatable || !checked.field_errors.is_empty() {
        let (reader, assignments) = (&app.database.reader, &checked.assignments);
        let more = refused(call, reader, resource, &create.inputs, assignments, None).await?;
        checked.field_errors.extend(more);
    }
    if !checked.field_errors.is_empty() {
        return Err(Error::Invalid(checked.field_errors));
    }
    let (app, call, writer) = (Arc::clone(app), Arc::clone(call), AuditWriter::new(app, call));
    to_completion(async move {
        let secret = resource.credential.map(Secret::generate);
        for _ in 0..ATTEMPTS {
            let at = app.clock.now();
            let mut assignments = complete(at, resource, &checked.assignments);
            assignments.extend(secret.iter().flat_map(value_columns));
            let references = references(&create.inputs, &checked.assignments);
            let references = references.map(|(name, _)| *name).collect();
            let making = Insert { resource, at, assignments, references, projection };
            match writer.insert(making).await {
                Ok(Some(record)) => {
                    app.written(resource.stale);
                    return Ok(Written { record, operation: None, secret });
                }
                Err(error) if !is_duplicate(&error) => return Err(error.into()),
                Ok(None) | Err(_) => {}
            }
            let (reader, assignments) = (&app.database.reader, &checked.assignments);
            let field_errors =
                refused(&call, reader, resource, &create.inputs, assignments, None).await?;
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

/// Checks that the caller may get a credential of an account (D26). The fields name it. Validation
/// rejects what is no account id, and without one the account is the caller.
fn check_owner(caller: &Caller, resource: &Resource, fields: &Fields) -> Result<(), Error> {
    let owner = resource.owner.filter(|_| resource.credential.is_some());
    match owner.and_then(|column| fields.get(column)?.as_i64()) {
        Some(account) => check_acts_as(caller, Some(account)),
        None => Ok(()),
    }
}

/// Errors for fields that name permissions the caller may not delegate (D18).
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
    let hash = (Column::KeyHash.as_str(), secret.hash());
    let columns = std::iter::once(hash).chain(marks(secret.reveal()));
    columns.map(|(column, text)| (column, Value::Text(text))).collect()
}

/// The columns that show a credential's holder which value it has.
pub fn marks(value: &str) -> impl Iterator<Item = (&'static str, String)> {
    let marks = Marks::of(value).into_iter();
    let marks =
        marks.flat_map(|it| [(Column::Prefix, it.prefix), (Column::LastFour, it.last_four)]);
    marks.map(|(column, text)| (column.as_str(), text))
}

/// The assignments, with those that the server adds to every record.
fn complete(now: Timestamp, resource: &Resource, assignments: &[Assignment]) -> Vec<Assignment> {
    let has_uuid = resource.key == KeyKind::Uuid;
    let uuid = has_uuid.then(|| (resource.key_column, Value::Uuid(Uuid::new_v4())));
    let times = [resource.columns.created_at, resource.columns.updated_at];
    let times = times.map(|column| (column, Value::Time(now)));
    assignments.iter().cloned().chain(uuid).chain(times).collect()
}
