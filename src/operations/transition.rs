//! From live to deleted and back: one statement that decides, and a second one that explains.

use std::sync::Arc;

use sea_orm::{
    ExprTrait,
    sea_query::{Condition, Expr},
};
use uuid::Uuid;

use super::{
    Action, Record, Value, allow,
    journal::{Change, Journal},
    statement::run,
    to_the_end,
};
use crate::{
    access::{Call, Permission, Reach},
    app::App,
    failure::Failure,
    resources::{Key, Reading, Resource},
};

/// How often a change looks again at a record that others delete and restore at the same time.
const ATTEMPTS: usize = 8;

/// A record after its state was changed, or found to be as wanted.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The record.
    pub record: Record,
    /// The operation by which the change can be undone; `None`: there was nothing to change.
    pub operation: Option<Uuid>,
}

/// What a record is to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Not deleted.
    Live,
    /// Deleted.
    Deleted,
}

impl State {
    /// What becoming so is called.
    pub const fn action(self) -> Action {
        match self {
            Self::Live => Action::Restored,
            Self::Deleted => Action::Deleted,
        }
    }

    /// The condition that a row is not so yet.
    pub fn other(self) -> Expr {
        match self {
            Self::Live => Expr::col("deleted_at").is_not_null(),
            Self::Deleted => Expr::col("deleted_at").is_null(),
        }
    }

    /// What `deleted_at` is from then on.
    pub const fn deleted_at(self, now: entity::Timestamp) -> Value {
        match self {
            Self::Live => Value::Null,
            Self::Deleted => Value::Time(now),
        }
    }

    /// Whether the record is so.
    pub fn is_of(self, record: &Record) -> bool {
        record.is_deleted() == (self == Self::Deleted)
    }
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
    /// Changes the state, or finds the record as wanted already.
    pub async fn carry_out(self) -> Result<Changed, Failure> {
        to_the_end(async move {
            let journal = Journal::new(&self.app, &self.call);
            for _ in 0..ATTEMPTS {
                if let Some(record) = self.change(&journal).await? {
                    self.app.written(self.resource.stale);
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

    /// The one statement that decides: of several at once, one finds the row in its old state (D12).
    async fn change(&self, journal: &Journal) -> Result<Option<Record>, Failure> {
        let now = self.app.clock.now();
        let own = self.resource.within(self.reach, self.call.user_id);
        let change = Change {
            resource: self.resource,
            action: self.to.action(),
            at: now,
            assignments: vec![("deleted_at", self.to.deleted_at(now))],
            condition: Condition::all()
                .add(self.key.condition())
                .add(self.to.other())
                .add_option(own),
            reading: self.reading,
        };
        Ok(journal.change(change).await?.pop())
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
            _ if !self.to.is_of(&record) => Ok(None),
            Some(refusal) => Err(refusal.clone()),
            None => Ok(Some(record)),
        }
    }
}
