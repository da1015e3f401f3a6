//! From live to deleted and back: one statement that decides, and a second one that explains.

use sea_orm::sea_query::Condition;
use std::sync::Arc;
use uuid::Uuid;

use crate::{
    app::App,
    auth::Call,
    error::Error,
    operations::{
        audit::AuditWriter,
        records::{
            expected::Expected,
            record::Record,
            state_change::StateChangePolicy,
            statement::run,
            target::{Target, to_the_end},
        },
    },
    resources::{Key, Projection},
};

/// How often a change looks again at a record that others delete and restore at the same time.
pub(super) const ATTEMPTS: usize = 8;

/// A record after its state was changed, or found to be as wanted.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The record.
    pub record: Record,
    /// The operation by which the change can be undone; `None`: there was nothing to change.
    pub operation: Option<Uuid>,
}

/// A change of a record's state on its way.
pub(super) struct Transition {
    app: Arc<App>,
    call: Arc<Call>,
    policy: StateChangePolicy,
    key: Key,
    expected: Expected,
    projection: &'static Projection,
}

impl Transition {
    /// The change of one record, by a caller on its policy.
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
        let key = target.key.ok_or_else(|| target.resource.missing())?;
        Ok(Self { app: Arc::clone(app), call: Arc::clone(call), policy, key, expected, projection })
    }

    /// Changes the state, or finds the record as wanted already.
    pub async fn carry_out(self) -> Result<Changed, Error> {
        to_the_end(async move {
            let writer = AuditWriter::new(&self.app, &self.call);
            for _ in 0..ATTEMPTS {
                let row = Condition::all()
                    .add(self.key.condition())
                    .add_option(self.expected.condition(self.policy.resource));
                let change = self.policy.change(&self.app, row, self.projection);
                if let Some(record) = writer.change(change).await?.pop() {
                    self.app.written(self.policy.resource.stale);
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

    /// Finds out why the statement hit no row: an error, the record as wanted where that is fine, or
    /// nothing when others have changed its state meanwhile.
    async fn explain(&self) -> Result<Option<Record>, Error> {
        let resource = self.policy.resource;
        let projection =
            self.policy.projection(self.projection).with(resource, &[resource.columns.version]);
        let statement = resource.select(&projection, Condition::all().add(self.key.condition()));
        let rows = run(&self.app.database.reader, &statement).await?;
        let record = resource.first(&projection, &rows)?;
        let fine = self.policy.explain(record.as_ref())?;
        record.as_ref().map_or(Ok(()), |record| self.expected.check(record))?;
        Ok(record.filter(|_| fine))
    }
}
