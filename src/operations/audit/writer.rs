//! Changing rows and writing down what was done: an event for each row, in the transaction of the
//! change, so that there is never one without the other.
//!
//! PostgreSQL does both in one statement (`at_once`). SQLite has none that could: there the steps
//! (`stepwise`) run in a transaction that holds the write lock from its beginning, so that nothing
//! comes between them.

use entity::Timestamp;
use sea_orm::{
    DatabaseTransaction, DbBackend, DbErr,
    sea_query::{Condition, Expr, SimpleExpr},
};
use serde_json::{Map, Value as Json};
use std::sync::Arc;
use uuid::Uuid;

use crate::{
    app::App,
    auth::Call,
    operations::records::{Assignment, Record},
    resources::{Projection, Resource},
};

/// What can be done to a record, as events have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// It was made.
    Created,
    /// Fields of it were changed.
    Updated,
    /// It was deleted.
    Deleted,
    /// It was brought back.
    Restored,
    /// It was removed for good.
    Purged,
}

impl Action {
    /// All of them, in the order of schemas.
    pub const ALL: [Self; 5] =
        [Self::Created, Self::Updated, Self::Deleted, Self::Restored, Self::Purged];

    /// The action of that stored name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// The name as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Deleted => "deleted",
            Self::Restored => "restored",
            Self::Purged => entity::record_event::PURGED,
        }
    }
}

/// Writes what one call does. All its events share the number of the operation.
pub(crate) struct AuditWriter {
    app: Arc<App>,
    /// Whose call it is; `None`: nobody's, an operator has the system itself do it.
    call: Option<Arc<Call>>,
    /// The number of the operation.
    pub operation: Uuid,
}

/// A change of rows that are there.
pub(crate) struct Change<'c> {
    pub resource: &'static Resource,
    pub action: Action,
    pub at: Timestamp,
    /// What is written, apart from the time and the count of changes.
    pub assignments: Vec<Assignment>,
    /// Which rows.
    pub condition: Condition,
    /// What is read of them afterwards.
    pub projection: &'c Projection,
}

/// A row to be made.
pub(crate) struct Insert<'c> {
    pub resource: &'static Resource,
    pub at: Timestamp,
    pub assignments: Vec<Assignment>,
    /// What has to hold.
    pub condition: Condition,
    /// What is read of it afterwards.
    pub projection: &'c Projection,
}

impl AuditWriter {
    /// A journal for one operation.
    pub fn new(app: &Arc<App>, call: &Arc<Call>) -> Self {
        let call = Some(Arc::clone(call));
        Self { app: Arc::clone(app), call, operation: Uuid::new_v4() }
    }

    /// A journal for one operation of the system itself.
    pub fn of_the_system(app: &Arc<App>) -> Self {
        Self { app: Arc::clone(app), call: None, operation: Uuid::new_v4() }
    }

    /// Changes the rows that meet the condition, and answers them.
    pub async fn change(&self, change: Change<'_>) -> Result<Vec<Record>, DbErr> {
        if self.takes_one_statement() {
            return self.change_at_once(&self.app.database.writer, change).await;
        }
        let transaction = self.app.database.begin().await?;
        let records = self.change_within(&transaction, change).await?;
        transaction.commit().await?;
        Ok(records)
    }

    /// The same, in a transaction that does more.
    pub async fn change_within(
        &self,
        transaction: &DatabaseTransaction,
        change: Change<'_>,
    ) -> Result<Vec<Record>, DbErr> {
        match self.app.database.backend() {
            DbBackend::Postgres => self.change_at_once(transaction, change).await,
            _ => self.change_stepwise(transaction, change).await,
        }
    }

    /// Makes a row where the condition holds, and answers it.
    pub async fn make(&self, making: Insert<'_>) -> Result<Option<Record>, DbErr> {
        if self.takes_one_statement() {
            return self.make_at_once(&self.app.database.writer, making).await;
        }
        let transaction = self.app.database.begin().await?;
        let record = match self.app.database.backend() {
            DbBackend::Postgres => self.make_at_once(&transaction, making).await?,
            _ => self.make_stepwise(&transaction, making).await?,
        };
        transaction.commit().await?;
        Ok(record)
    }

    /// Whether a change and its event are one statement that needs no transaction around it.
    fn takes_one_statement(&self) -> bool {
        let database = &self.app.database;
        database.backend() == DbBackend::Postgres && database.stands_alone()
    }

    /// What the events of one change have in common, by column.
    pub(crate) fn common(
        &self,
        resource: &Resource,
        action: Action,
        assignments: &[Assignment],
        at: Timestamp,
    ) -> Vec<(&'static str, SimpleExpr)> {
        let after = assignments.iter().filter(|(name, _)| resource.is_told(name));
        let after: Map<String, Json> =
            after.map(|(name, value)| ((*name).to_owned(), value.to_json())).collect();
        self.head(resource.name, action, Json::Object(after), at)
    }

    /// What the events of one change of records of that kind begin with, by column.
    pub(crate) fn head(
        &self,
        kind: &str,
        action: Action,
        after: Json,
        at: Timestamp,
    ) -> Vec<(&'static str, SimpleExpr)> {
        let call = self.call.as_deref();
        let request_id = call.and_then(|it| it.request_id.as_deref()).map(str::to_owned);
        vec![
            ("operation_id", Expr::value(self.operation)),
            ("action", Expr::value(action.name())),
            ("kind", Expr::value(kind)),
            ("actor_id", Expr::value(call.map(|it| it.user_id))),
            ("credential_kind", Expr::value(call.map(|it| it.credential.kind.name()))),
            ("credential_id", Expr::value(call.map(|it| it.credential.id))),
            ("via", Expr::value(call.map(|it| it.via.name()))),
            ("request_id", Expr::value(request_id)),
            ("after", Expr::value(after)),
            ("created_at", Expr::value(at)),
        ]
    }
}

impl Resource {
    /// Whether events tell of the column: those that records show, and the accounts they refer to.
    /// The hash of a credential is told to nobody.
    pub(crate) fn is_told(&self, name: &str) -> bool {
        self.field(name).is_some() || self.relations.iter().any(|it| it.column == name)
    }
}

/// The assignments, with the time of the change.
pub(super) fn timed(assignments: &[Assignment], at: Timestamp) -> Vec<Assignment> {
    let updated_at = ("updated_at", crate::operations::records::Value::Time(at));
    assignments.iter().cloned().chain([updated_at]).collect()
}
