//! Replaces the value of a credential (D3, D18).

use entity::{Timestamp, api_key::Column, retired_api_key_value as retired};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, IdenStatic,
    QueryFilter,
};
use std::{sync::Arc, time::Duration};

use super::{
    create::{Created, value_columns},
    delegation::{check_acts_as, names},
    update::not_found,
};
use crate::{
    app::App,
    auth::{Access, Call, CredentialKind, Permission, Secret},
    error::{Error, FieldError, is_duplicate},
    operations::{
        audit::{Action, AuditWriter, Change},
        records::{
            completion::to_completion,
            record::{Record, Value},
            rows::{Lock, Rows},
            state::State,
            target::Target,
        },
    },
    resources::{Key, Projection, Resource},
};

/// Longest time that the old value stays valid.
const LONGEST_OVERLAP: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Replaces the value of a credential. The old value stays valid for the overlap; values that were
/// replaced before keep their time.
///
/// The caller learns the new value. So it must be able to view the key's account, and to delegate all
/// the key's permissions, as on creation.
///
/// # Errors
/// `Forbidden`, `NotFound`, and `Invalid` for too long an overlap and for a key with permissions
/// that the caller may not delegate.
pub async fn rotate(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    permission: &Permission,
    kind: CredentialKind,
    overlap: Duration,
    projection: &'static Projection,
) -> Result<Created, Error> {
    let rotation = Rotation {
        access: call.require(permission)?,
        app: Arc::clone(app),
        call: Arc::clone(call),
        resource: target.resource,
        kind,
        key: target.key.ok_or_else(not_found)?,
        overlap,
        projection,
    };
    to_completion(async move { rotation.run().await }).await
}

/// A rotation of one credential.
struct Rotation {
    app: Arc<App>,
    call: Arc<Call>,
    resource: &'static Resource,
    kind: CredentialKind,
    key: Key,
    access: Access,
    overlap: Duration,
    projection: &'static Projection,
}

impl Rotation {
    async fn run(self) -> Result<Created, Error> {
        let writer = AuditWriter::new(&self.app, &self.call);
        let transaction = writer.begin().await?;
        let old = self.load(&transaction).await?;
        let at = self.app.clock.now();
        self.retire(&transaction, &old, at).await?;
        let secret = Secret::generate(self.kind);
        let change = Change {
            resource: self.resource,
            action: Action::Updated,
            at,
            assignments: value_columns(&secret),
            rows: self.live(),
            projection: self.projection,
        };
        let changed = writer.change_within(&transaction, change).await?.pop();
        let record = changed.ok_or_else(not_found)?;
        transaction.commit().await?;
        self.app.written(self.resource.stale);
        Ok(Created { record, secret: Some(secret) })
    }

    /// The row with the key, if it is live.
    fn live(&self) -> Rows {
        Rows::of(&self.key).in_state(State::Live)
    }

    /// Reads and locks the record. Of two concurrent rotations the second one then retires the
    /// value of the first.
    async fn load(&self, transaction: &DatabaseTransaction) -> Result<Record, Error> {
        let resource = self.resource;
        let columns = [Column::Permissions.as_str(), Column::KeyHash.as_str()];
        let projection = resource.projection(&columns);
        let read = self.live().read(transaction, resource, &projection, Lock::Locked).await?;
        let record = read.ok_or_else(not_found)?;
        self.access.check(record.owner())?;
        check_acts_as(&self.call, record.owner())?;
        let field_errors = self.field_errors(&record);
        if field_errors.is_empty() { Ok(record) } else { Err(Error::Invalid(field_errors)) }
    }

    fn field_errors(&self, record: &Record) -> Vec<FieldError> {
        let held = |name: &String| self.call.may_delegate(name, record.owner());
        let too_long = (self.overlap > LONGEST_OVERLAP).then(too_long);
        let undelegable = (!names(Some(record.value(Column::Permissions.as_str())))
            .iter()
            .all(held))
        .then(|| {
            FieldError::new(
                Column::Permissions.as_str(),
                "has permissions that you do not hold, and would get",
            )
        });
        too_long.into_iter().chain(undelegable).collect()
    }

    /// Keeps the current value valid for the overlap, and deletes values whose time is over.
    async fn retire(
        &self,
        transaction: &DatabaseTransaction,
        record: &Record,
        at: Timestamp,
    ) -> Result<(), Error> {
        retired::Entity::delete_many()
            .filter(retired::Column::ApiKeyId.eq(record.id()))
            .filter(retired::Column::EndsAt.lte(at))
            .exec(transaction)
            .await?;
        let (Value::Text(hash), false) =
            (record.value(Column::KeyHash.as_str()), self.overlap.is_zero())
        else {
            return Ok(());
        };
        let ends_at = at.after(self.overlap).ok_or_else(|| Error::Invalid(vec![too_long()]))?;
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
}

fn too_long() -> FieldError {
    FieldError::new("overlap", "must be at most 30 days")
}
