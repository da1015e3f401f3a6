//! Replaces the value of a credential (D3, D18).

use entity::{Timestamp, api_key::Column, retired_api_key_value as retired};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, IdenStatic,
    QueryFilter,
};
use std::{sync::Arc, time::Duration};

use super::{
    create::value_columns,
    delegation::{check_acts_as, issued_by, names},
    update::not_found,
    written::WrittenRecord,
};
use crate::{
    app::App,
    auth::{Call, CredentialKind, Permission, Secret, Until},
    error::{Error, FieldError, Problem, is_duplicate},
    operations::{
        audit::{Action, AuditWriter, Change},
        rows::{Expected, Lock, Record, Rows, Target, Value, to_completion},
    },
    resources::Projection,
};

/// Longest time that the old value stays valid.
const LONGEST_OVERLAP: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// The argument with that time.
const OVERLAP: &str = "overlap";

/// Replaces the value of a credential. The old value stays valid for the overlap; values that were
/// replaced before keep their time.
///
/// The caller learns the new value. So it must be able to view the key's account, and to delegate all
/// the key's permissions, as on creation.
///
/// # Errors
/// `Forbidden`, `NotFound`, `VersionMismatch`, and `Invalid` for too long an overlap and for a key with
/// permissions that the caller may not delegate.
pub async fn rotate(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    permission: &Permission,
    kind: CredentialKind,
    (expected, overlap): (Expected, Duration),
    projection: &'static Projection,
) -> Result<WrittenRecord, Error> {
    let access = call.require(permission)?;
    let (resource, key) = (target.resource, target.key.ok_or_else(not_found)?);
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    to_completion(async move {
        let writer = AuditWriter::new(&app, &call);
        let transaction = writer.begin().await?;
        // Locked, so that of two concurrent rotations the second retires the value of the first.
        let needed = resource.projection(&[Column::Permissions.as_str(), Column::KeyHash.as_str()]);
        let old = Rows::live(&key).read(&transaction, resource, &needed, Lock::Locked).await?;
        let old = old.ok_or_else(not_found)?;
        access.check(old.owner())?;
        check_acts_as(&call, old.owner())?;
        Error::of_fields(field_errors(&call, &old, overlap))?;
        expected.check(old.version())?;
        let at = app.clock.now();
        retire(&transaction, &old, at, overlap).await?;
        let secret = Secret::generate(kind);
        let mut assignments = value_columns(&secret);
        // A key doesn't end with what it issued.
        if !call.credential.comes_from(old.id()) {
            assignments.extend(issued_by(&call));
        }
        let change = Change {
            resource,
            action: Action::Updated,
            at,
            assignments,
            rows: Rows::live(&key),
            projection,
        };
        let changed = writer.change_within(&transaction, change).await?.pop();
        let record = changed.ok_or_else(not_found)?;
        transaction.commit().await?;
        app.written(record.stale());
        Ok(WrittenRecord { secret: Some(secret), ..WrittenRecord::of(record, None) })
    })
    .await
}

fn field_errors(call: &Call, record: &Record, overlap: Duration) -> Vec<FieldError> {
    let too_long = (overlap > LONGEST_OVERLAP).then(|| FieldError::new(OVERLAP, Problem::Overlap));
    let permissions = Column::Permissions.as_str();
    let held = names(Some(record.value(permissions)));
    let until = Until::Issued(CredentialKind::ApiKey, None);
    let lent = call.lend((permissions, Problem::KeyNotHeld), &held, record.owner(), until);
    too_long.into_iter().chain(lent.err()).collect()
}

/// Keeps the current value valid for the overlap, and deletes expired ones.
async fn retire(
    transaction: &DatabaseTransaction,
    record: &Record,
    at: Timestamp,
    overlap: Duration,
) -> Result<(), Error> {
    retired::Entity::delete_many()
        .filter(retired::Column::ApiKeyId.eq(record.id()))
        .filter(retired::Column::EndsAt.lte(at))
        .exec(transaction)
        .await?;
    let (Value::Text(hash), false) = (record.value(Column::KeyHash.as_str()), overlap.is_zero())
    else {
        return Ok(());
    };
    let ends_at = at.after(overlap).ok_or_else(|| Error::invalid(OVERLAP, Problem::Overlap))?;
    let row = retired::ActiveModel {
        api_key_id: Set(record.id()),
        value_hash: Set(hash.clone()),
        ends_at: Set(ends_at),
        created_at: Set(at),
        ..Default::default()
    };
    match row.insert(transaction).await {
        Ok(_) => Ok(()),
        // Fixtures gave the same value to a second key.
        Err(error) if is_duplicate(&error) => Err(Error::Conflict),
        Err(error) => Err(error.into()),
    }
}
