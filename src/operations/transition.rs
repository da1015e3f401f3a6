//! From live to deleted and back: one statement that decides, and a second one that explains.

use std::sync::Arc;

use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};

use super::{Record, Value, allow, statement::run, to_the_end};
use crate::{
    access::{Call, Permission, Reach},
    app::App,
    failure::Failure,
    resources::{Key, Reading, Resource},
};

/// How often a change looks again at a record that others delete and restore at the same time.
const ATTEMPTS: usize = 8;

/// What a record is to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Not deleted.
    Live,
    /// Deleted.
    Deleted,
}

/// A change of a record's state on its way.
pub(super) struct Transition {
    pub app: Arc<App>,
    pub call: Arc<Call>,
    pub resource: &'static Resource,
    pub key: Key,
    pub permission: &'static Permission,
    pub reach: Reach,
    /// What the record is to become.
    pub to: State,
    /// Why a record that is so already is refused; `None`: it is answered as it is.
    pub already: Option<Failure>,
    pub reading: &'static Reading,
}

impl Transition {
    /// Changes the state, or finds the record as wanted already: then the second value is false.
    pub async fn carry_out(self) -> Result<(Record, bool), Failure> {
        to_the_end(async move {
            for _ in 0..ATTEMPTS {
                if let Some(record) = self.change().await? {
                    self.app.caches.clear(self.resource.stale);
                    return Ok((record, true));
                }
                if let Some(record) = self.explain().await? {
                    return Ok((record, false));
                }
            }
            Err(Failure::Conflict)
        })
        .await
    }

    /// The one statement that decides: of several at once, one finds the row in its old state (D12).
    async fn change(&self) -> Result<Option<Record>, Failure> {
        let now = Value::Time(self.app.clock.now());
        let deleted_at = Expr::col("deleted_at");
        let (old_state, new_value) = match self.to {
            State::Live => (deleted_at.is_not_null(), Value::Null),
            State::Deleted => (deleted_at.is_null(), now.clone()),
        };
        let own = self.resource.within(self.reach, self.call.user_id);
        let condition = Condition::all().add(self.key.condition()).add(old_state).add_option(own);
        let assignments = vec![("deleted_at", new_value), ("updated_at", now)];
        let statement = self.resource.update(assignments, condition, self.reading);
        let rows = run(&self.app.database.writer, &statement).await?;
        Ok(self.resource.first(self.reading, &rows)?)
    }

    /// Finds out why the statement hit no row: an error, the record as wanted where that is fine, or
    /// nothing when others have changed its state meanwhile.
    async fn explain(&self) -> Result<Option<Record>, Failure> {
        let resource = self.resource;
        let reading =
            self.reading.with(resource, &["deleted_at"]).with(resource, resource.owner.as_slice());
        let statement = resource.select(&reading, Condition::all().add(self.key.condition()));
        let rows = run(&self.app.database.reader, &statement).await?;
        let record = resource.first(&reading, &rows)?.ok_or_else(|| resource.missing())?;
        allow(&self.call, self.reach, record.owner(), self.permission)?;
        match &self.already {
            _ if record.is_deleted() != (self.to == State::Deleted) => Ok(None),
            Some(refusal) => Err(refusal.clone()),
            None => Ok(Some(record)),
        }
    }
}
