//! Creates a record of any kind (D3–D6, D15, D18).

use entity::{Timestamp, api_key::Column};
use sea_orm::IdenStatic;
use std::sync::Arc;
use uuid::Uuid;

use super::{
    delegation::{assigned, check_acts_as, issued_by, names},
    fields::{check, references, refused},
    transition::ATTEMPTS,
    written::WrittenRecord,
};
use crate::{
    app::App,
    auth::{self, Access, Call, Caller, Secret, Until},
    error::{Error, FieldError, Problem, is_duplicate},
    operations::{
        audit::{AuditWriter, Insert},
        rows::{Assignment, Fields, Value, to_completion},
    },
    resources::{Absent, Create, Input, KeyKind, Projection, Resource, Rule},
};

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
) -> Result<WrittenRecord, Error> {
    let access = call.require(&create.permission)?;
    check_accounts(access, create, fields)?;
    check_owner(call, resource, fields)?;
    let mut checked = check(&create.inputs, fields, Absent::Filled, call.user_id);
    let issued = issue(app, call, resource, create, &mut checked.assignments);
    checked.field_errors.extend(issued);
    // The index may leave out old rows.
    let is_repeatable = create.inputs.iter().any(Input::unique_ignoring_case);
    if is_repeatable || !checked.field_errors.is_empty() {
        let (reader, assignments) = (app.point_reader(call, 1).await?, &checked.assignments);
        let more = refused(call, &*reader, resource, &create.inputs, assignments, None).await?;
        checked.field_errors.extend(more);
    }
    Error::of_fields(checked.field_errors)?;
    let (app, call, writer) = (Arc::clone(app), Arc::clone(call), AuditWriter::new(app, call));
    to_completion(async move {
        let secret = resource.credential.map(Secret::generate);
        for _ in 0..ATTEMPTS {
            let at = app.clock.now();
            let mut assignments = complete(at, resource, &checked.assignments);
            assignments.extend(secret.iter().flat_map(value_columns));
            assignments.extend(secret.iter().flat_map(|_| issued_by(&call)));
            let references = references(&create.inputs, &checked.assignments);
            let references = references.map(|(name, _)| *name).collect();
            let making = Insert { resource, at, assignments, references, projection };
            match writer.insert(making).await {
                Ok(Some(record)) => {
                    app.written(record.stale());
                    return Ok(WrittenRecord { secret, ..WrittenRecord::of(record, None) });
                }
                Err(error) if !is_duplicate(&error) => return Err(error.into()),
                Ok(None) | Err(_) => {}
            }
            let (reader, assignments) = (app.point_reader(&call, 1).await?, &checked.assignments);
            let field_errors =
                refused(&call, &*reader, resource, &create.inputs, assignments, None).await?;
            Error::of_fields(field_errors)?;
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

/// Lends permissions to a new record, of which a credential ends no later than the caller may lend
/// them (D18, D36). Returns an error for each field that asks for more.
fn issue(
    app: &App,
    caller: &Caller,
    resource: &Resource,
    create: &Create,
    assignments: &mut [Assignment],
) -> Vec<FieldError> {
    let owner = resource.owner.and_then(|column| assigned(assignments, column)?.as_int());
    let mut field_errors = Vec::new();
    let end = Column::ExpiresAt.as_str();
    let asked = assigned(assignments, end).and_then(Value::as_time);
    let until = resource.credential.map_or(Until::Revoked, |kind| Until::Issued(kind, asked));
    if until != Until::Revoked && asked.is_some_and(|at| at <= app.clock.now()) {
        field_errors.push(FieldError::new(end, Problem::Past));
    }
    for input in create.inputs.iter().filter(|input| input.rule == Rule::Permissions) {
        let named = names(assigned(assignments, input.name));
        match caller.lend((input.name, Problem::NotHeld), &named, owner, until) {
            Ok(ends_at) => {
                let is_end = |name: &str| resource.credential.is_some() && name == end;
                let ends = assignments.iter_mut().filter(|(name, _)| is_end(name));
                ends.for_each(|(_, value)| *value = ends_at.map_or(Value::Null, Value::Time));
            }
            Err(field_error) => field_errors.push(field_error),
        }
    }
    field_errors
}

/// The columns that are stored of a credential's value.
pub(super) fn value_columns(secret: &Secret) -> Vec<Assignment> {
    let hash = (Column::KeyHash.as_str(), secret.hash());
    let columns = std::iter::once(hash).chain(marks(secret.reveal()));
    columns.map(|(column, text)| (column, Value::Text(text))).collect()
}

/// The columns that show a credential's holder which value it has.
pub fn marks(value: &str) -> impl Iterator<Item = (&'static str, String)> {
    let marks = auth::marks(value).into_iter().flatten();
    [Column::Prefix, Column::LastFour].map(|column| column.as_str()).into_iter().zip(marks)
}

/// The assignments, with those that the server adds to every record.
fn complete(now: Timestamp, resource: &Resource, assignments: &[Assignment]) -> Vec<Assignment> {
    let has_uuid = resource.key == KeyKind::Uuid;
    let uuid = has_uuid.then(|| (resource.key_column, Value::Uuid(Uuid::new_v4())));
    assignments.iter().cloned().chain(uuid).chain(resource.timestamps(now)).collect()
}
