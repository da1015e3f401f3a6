//! Giving a credential a new value (D3, D18).

use chrono::TimeDelta;
use entity::{Timestamp, api_key::Column, retired_api_key_value as retired};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, IdenStatic,
    QueryFilter, sea_query::Condition,
};
use std::{sync::Arc, time::Duration};

use super::{
    create::{Created, value_columns},
    delegation::names,
    update::{is_duplicate, not_found},
};
use crate::{
    app::App,
    auth::{Access, Call, CredentialKind, Secret},
    error::{Error, FieldError},
    operations::{
        audit::{Action, AuditWriter, Change},
        records::{
            record::{Record, Value},
            state::State,
            statement::run,
            target::{Target, to_the_end},
        },
    },
    resources::{Key, Projection, Resource},
};

/// Longest time for which the old value goes on working.
const LONGEST_OVERLAP: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Gives a credential a new value, and lets the one it had work for the overlap yet. Values that
/// were retired before keep the time they were promised.
///
/// Whoever rotates a key learns its value. So it takes all the permissions of the key, as making
/// one does.
///
/// # Errors
/// `Forbidden`, `NotFound`, and `Invalid` for too long an overlap and for a key that has permissions
/// which the caller could not give it.
pub async fn rotate(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    overlap: Duration,
    projection: &'static Projection,
) -> Result<Created, Error> {
    let resource = target.resource;
    let permission = &resource.update.as_ref().ok_or(Error::Internal)?.permission;
    let rotation = Rotation {
        access: call.require(permission)?,
        app: Arc::clone(app),
        call: Arc::clone(call),
        resource,
        kind: resource.credential.ok_or(Error::Internal)?,
        key: target.key.ok_or_else(not_found)?,
        overlap,
        projection,
    };
    to_the_end(async move { rotation.carry_out().await }).await
}

/// One rotation on its way.
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
    async fn carry_out(self) -> Result<Created, Error> {
        let transaction = self.app.database.begin().await?;
        let old = self.examine(&transaction).await?;
        let at = self.app.clock.now();
        self.retire(&transaction, &old, at).await?;
        let secret = Secret::generate(self.kind);
        let change = Change {
            resource: self.resource,
            action: Action::Updated,
            at,
            assignments: value_columns(&secret),
            condition: self.live(),
            projection: self.projection,
        };
        let writer = AuditWriter::new(&self.app, &self.call);
        let changed = writer.change_within(&transaction, change).await?.pop();
        let record = changed.ok_or_else(not_found)?;
        transaction.commit().await?;
        self.app.written(self.resource.stale);
        Ok(Created { record, secret: Some(secret) })
    }

    /// The row with the key, unless it is deleted.
    fn live(&self) -> Condition {
        Condition::all().add(self.key.condition()).add(State::Live.condition(self.resource))
    }

    /// The record as it is, held until the transaction ends, so that of two rotations at once the
    /// later one retires the value that the earlier one gave.
    async fn examine(&self, transaction: &DatabaseTransaction) -> Result<Record, Error> {
        let resource = self.resource;
        let projection = resource
            .projection(&[Column::Permissions.as_str(), Column::KeyHash.as_str()])
            .with_access(resource);
        let mut statement = resource.select(&projection, self.live());
        statement.lock_exclusive();
        let rows = run(transaction, &statement).await?;
        let record = resource.first(&projection, &rows)?.ok_or_else(not_found)?;
        self.access.check(record.owner())?;
        let field_errors = self.field_errors(&record);
        if field_errors.is_empty() { Ok(record) } else { Err(Error::Invalid(field_errors)) }
    }

    fn field_errors(&self, record: &Record) -> Vec<FieldError> {
        let held = |name: &str| self.call.may_delegate(name, record.owner());
        let too_long = (self.overlap > LONGEST_OVERLAP)
            .then(|| FieldError::new("overlap", "must be at most 30 days"));
        let too_wide = (!names(record.value(Column::Permissions.as_str())).all(held)).then(|| {
            FieldError::new(
                Column::Permissions.as_str(),
                "has permissions that you do not hold, and would get",
            )
        });
        too_long.into_iter().chain(too_wide).collect()
    }

    /// Lets the value that the record has work for the overlap yet, and forgets those whose time is
    /// over.
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
        let overlap = TimeDelta::from_std(self.overlap).ok();
        let ends_at = overlap.and_then(|overlap| at.to_chrono().checked_add_signed(overlap));
        let row = retired::ActiveModel {
            api_key_id: Set(record.id()),
            value_hash: Set(hash.clone()),
            ends_at: Set(ends_at.ok_or(Error::Internal)?.into()),
            created_at: Set(at),
            ..Default::default()
        };
        match row.insert(transaction).await {
            Ok(_) => Ok(()),
            // Fixtures gave the value to a second key while the first one's still works.
            Err(error) if is_duplicate(&error) => Err(Error::Conflict),
            Err(error) => Err(error.into()),
        }
    }
}
