//! Deletes or restores one record: one statement decides, a second one explains.

use std::sync::Arc;
use uuid::Uuid;

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        audit::AuditWriter,
        records::{
            completion::to_completion,
            expected::Expected,
            record::Record,
            rows::{Lock, Rows},
            state_change::StateChangePolicy,
            target::Target,
        },
    },
    resources::{Key, Projection},
};

/// Attempts at a record that concurrent requests delete and restore.
pub(super) const ATTEMPTS: usize = 8;

/// A record whose state was changed, or that already had the state.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The record.
    pub record: Record,
    /// The id of the operation, by which it can be undone. `None`: nothing was changed.
    pub operation: Option<Uuid>,
}

/// A change of one record's state.
pub(super) struct Transition {
    app: Arc<App>,
    call: Arc<Call>,
    policy: StateChangePolicy,
    key: Key,
    expected: Expected,
    projection: &'static Projection,
}

impl Transition {
    /// Creates the change of one record.
    ///
    /// # Errors
    /// `NotFound` for a key that no record can have (D13).
    pub fn new(
        app: &Arc<App>,
        call: &Arc<Call>,
        target: Target,
        policy: StateChangePolicy,
        expected: Expected,
        projection: &'static Projection,
    ) -> Result<Self, Error> {
        let key = target.key.ok_or_else(|| target.resource.not_found())?;
        Ok(Self { app: Arc::clone(app), call: Arc::clone(call), policy, key, expected, projection })
    }

    /// Changes the state, unless the record already has it.
    pub async fn run(self) -> Result<Changed, Error> {
        to_completion(async move {
            let writer = AuditWriter::new(&self.app, &self.call);
            let resource = self.policy.resource;
            for _ in 0..ATTEMPTS {
                let row = Rows::of(&self.key).of_version(&self.expected);
                let change = self.policy.change(&self.app, row, self.projection);
                if let Some(record) = writer.change(change).await?.pop() {
                    self.app.written(resource.stale);
                    return Ok(Changed { record, operation: Some(writer.operation) });
                }
                if let Some(record) = self.explain().await? {
                    return Ok(Changed { record, operation: None });
                }
            }
            Err(Error::Conflict)
        })
        .await
    }

    /// Explains why the statement changed no row. It is an error; the record, if it already has the
    /// state; or `None`, if concurrent requests have changed its state meanwhile.
    async fn explain(&self) -> Result<Option<Record>, Error> {
        let (reader, resource) = (&self.app.database.reader, self.policy.resource);
        let row = Rows::of(&self.key);
        let record = row.read(reader, resource, self.projection, Lock::Unlocked).await?;
        let has_state = self.policy.explain(record.as_ref())?;
        record.as_ref().map_or(Ok(()), |record| self.expected.check(record))?;
        Ok(record.filter(|_| has_state))
    }
}
