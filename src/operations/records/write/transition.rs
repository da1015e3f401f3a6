//! From live to deleted and back: one statement that decides, and a second one that explains.

use sea_orm::sea_query::Condition;
use std::sync::Arc;
use uuid::Uuid;

use super::state_change_policy::Terms;
use crate::{
    app::App,
    auth::Call,
    error::Failure,
    operations::{
        audit::Journal,
        records::{
            expected::Expected,
            record::Record,
            statement::run,
            target::{Target, to_the_end},
        },
    },
    resources::{Key, Reading},
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
    terms: Terms,
    key: Key,
    expected: Expected,
    reading: &'static Reading,
}

impl Transition {
    /// The change of one record, by a caller on its terms.
    ///
    /// # Errors
    /// `NotFound` for a key that no record can have (D13).
    pub fn new(
        app: &Arc<App>,
        call: &Arc<Call>,
        target: Target,
        terms: Terms,
        expected: Expected,
        reading: &'static Reading,
    ) -> Result<Self, Failure> {
        let key = target.key.ok_or_else(|| target.resource.missing())?;
        Ok(Self { app: Arc::clone(app), call: Arc::clone(call), terms, key, expected, reading })
    }

    /// Changes the state, or finds the record as wanted already.
    pub async fn carry_out(self) -> Result<Changed, Failure> {
        to_the_end(async move {
            let journal = Journal::new(&self.app, &self.call);
            for _ in 0..ATTEMPTS {
                let row = Condition::all()
                    .add(self.key.condition())
                    .add_option(self.expected.condition());
                let change = self.terms.change(&self.call, &self.app, row, self.reading);
                if let Some(record) = journal.change(change).await?.pop() {
                    self.app.written(self.terms.resource.stale);
                    return Ok(Changed { record, operation: Some(journal.operation) });
                }
                if let Some(record) = self.explain().await? {
                    return Ok(Changed { record, operation: None });
                }
            }
            Err(Failure::Conflict)
        })
        .await
    }

    /// Finds out why the statement hit no row: an error, the record as wanted where that is fine, or
    /// nothing when others have changed its state meanwhile.
    async fn explain(&self) -> Result<Option<Record>, Failure> {
        let resource = self.terms.resource;
        let reading = self.terms.reading(self.reading).with(resource, &["version"]);
        let statement = resource.select(&reading, Condition::all().add(self.key.condition()));
        let rows = run(&self.app.database.reader, &statement).await?;
        let record = resource.first(&reading, &rows)?;
        let fine = self.terms.explain(&self.call, record.as_ref())?;
        record.as_ref().map_or(Ok(()), |record| self.expected.check(record))?;
        Ok(record.filter(|_| fine))
    }
}
