//! The audit writer: what all events of one operation have in common.

use entity::{ColumnType, Timestamp};
use sea_orm::{
    DbBackend, DbErr,
    sea_query::{Condition, Expr, ExprTrait},
};
use serde::{Serialize, Serializer};
use std::sync::Arc;
use tokio::time::Instant;
use uuid::Uuid;

use super::Action;
use crate::{
    app::{App, Place, SERVER},
    auth::{Call, Reason},
    operations::{
        callers::{begin, check_on_writer},
        rows::{Assignment, Rows, Slot, Values},
    },
    resources::{Projection, Resource},
    store::database::Transaction,
};

/// Writes the changes of one operation together with their events.
pub(crate) struct AuditWriter {
    pub(super) app: Arc<App>,
    /// The call that does it. `None`: the system itself, on behalf of an operator.
    pub(super) call: Option<Arc<Call>>,
    /// When the operation began.
    since: Instant,
    /// Why the system does it.
    reason: Option<&'static str>,
    /// The id of the operation, which all its events share.
    pub operation: Uuid,
}

/// A change of existing rows.
pub(crate) struct Change<'c> {
    pub resource: &'static Resource,
    pub action: Action,
    pub at: Timestamp,
    /// What is written, apart from the timestamp and the version.
    pub assignments: Vec<Assignment>,
    /// Which rows to change.
    pub rows: Rows,
    /// What to read of them afterwards.
    pub projection: &'c Projection,
}

/// A row to insert.
pub(crate) struct Insert<'c> {
    pub resource: &'static Resource,
    pub at: Timestamp,
    pub assignments: Vec<Assignment>,
    /// The columns whose records must exist and be live.
    pub references: Vec<&'static str>,
    /// What to read of it afterwards.
    pub projection: &'c Projection,
}

impl AuditWriter {
    /// Creates the writer of one operation.
    pub fn new(app: &Arc<App>, call: &Arc<Call>) -> Self {
        let new = Self::of_the_system(app);
        let operation = call.operation.unwrap_or(new.operation);
        Self { call: Some(Arc::clone(call)), operation, ..new }
    }

    /// Creates the writer of one operation of the system itself.
    pub fn of_the_system(app: &Arc<App>) -> Self {
        let (app, since, operation) = (Arc::clone(app), Instant::now(), app.clock.uuid());
        Self { app, call: None, since, reason: None, operation }
    }

    /// Creates the writer of a system operation, with a reason.
    pub fn of_the_system_because(app: &Arc<App>, reason: &'static str) -> Self {
        Self { reason: Some(reason), ..Self::of_the_system(app) }
    }

    /// Begins the transaction of the operation.
    ///
    /// # Errors
    /// When the database can't be reached, and when the caller may do something else by then (D25).
    pub async fn begin(&self) -> Result<Transaction, DbErr> {
        match &self.call {
            Some(call) => begin(&self.app, call, self.since).await,
            None => self.app.database.operator().begin().await,
        }
    }

    /// Waits until a transaction may write that many rows: those of many take turns.
    pub(in crate::operations) async fn turn(&self, rows: usize) -> Option<Place> {
        let account = self.call.as_ref().map_or(SERVER, |call| call.user_id);
        self.app.concurrency.writer(&self.app.database, account, rows).await
    }

    /// Checks the caller once it is the turn of a write.
    pub(super) fn check_on_writer(&self) -> impl FnOnce() -> Result<(), DbErr> + Send + 'static {
        let check = self.call.as_ref().map(|call| check_on_writer(&self.app, call, self.since));
        move || check.map_or(Ok(()), |check| check())
    }

    /// The values of a change.
    pub(super) fn bind_change(&self, change: Change<'_>) -> Values {
        let mut values = self.bind(change.resource, change.assignments, change.at);
        change.rows.bind(&mut values);
        values
    }

    /// The values of the assigned columns and of the events.
    pub(super) fn bind(
        &self,
        resource: &Resource,
        assignments: Vec<Assignment>,
        at: Timestamp,
    ) -> Values {
        let mut values = self.common(at);
        values.set(Slot::AFTER, Audited(resource, &assignments).text());
        for (name, value) in assignments {
            let place = resource.place(name);
            let column_type = resource.table.columns[place].column_type;
            values.set(Slot::column(place), value.into_parameter(column_type));
        }
        values
    }

    /// The values common to an operation's events, except those after the change.
    pub(super) fn common(&self, at: Timestamp) -> Values {
        let call = self.call.as_deref();
        let mut values = Values::default();
        values.set(Slot::AT, at);
        values.set(Slot::OPERATION, self.operation);
        values.set(Slot::ACTOR, call.map(|it| it.user_id));
        values.set(Slot::CREDENTIAL_KIND, call.map(|it| it.credential.kind.name()));
        values.set(Slot::CREDENTIAL, call.map(|it| it.credential.id));
        values.set(Slot::VIA, call.map(|it| it.via.name()));
        let request_id = call.and_then(|it| it.request_id.as_deref()).map(str::to_owned);
        values.set(Slot::REQUEST, request_id);
        let reason = call.and_then(|it| it.reason.as_ref()).map(Reason::as_str).or(self.reason);
        values.set(Slot::REASON, reason.map(str::to_owned));
        values
    }
}

impl Change<'_> {
    /// The rows to change. An update leaves those alone that have all the values already (D33).
    pub(super) fn condition(&self, backend: DbBackend) -> Condition {
        let rows = self.rows.condition(self.resource);
        let differs = |(name, value): (&'static str, Expr)| match backend {
            // Text, so that engines agree: as JSON 1 would equal 1.0.
            DbBackend::Postgres if self.resource.column_type(name) == ColumnType::Json => {
                let sides = [Expr::col(name).cast_as("text"), value.cast_as("text")];
                Expr::cust_with_exprs("$1 IS DISTINCT FROM $2", sides)
            }
            DbBackend::Postgres => {
                Expr::cust_with_exprs("$1 IS DISTINCT FROM $2", [Expr::col(name), value])
            }
            _ => Expr::cust_with_exprs("? IS NOT ?", [Expr::col(name), value]),
        };
        let written = written(self.resource, &self.assignments, backend);
        let any = (self.action == Action::Updated)
            .then(|| written.map(differs).fold(Condition::any(), Condition::add));
        rows.add_option(any)
    }

    /// The written columns, with parameters for their values.
    pub(super) fn written(&self, backend: DbBackend) -> Vec<(&'static str, Expr)> {
        let updated_at = (self.resource.columns.updated_at, Slot::AT.expr());
        written(self.resource, &self.assignments, backend).chain([updated_at]).collect()
    }
}

impl Insert<'_> {
    /// The condition that the records exist that it refers to.
    pub(super) fn condition(&self) -> Condition {
        self.references.iter().fold(Condition::all(), |all, name| {
            let value = Slot::column(self.resource.place(name)).expr();
            all.add(self.resource.is_live(name, value))
        })
    }
}

/// The assigned columns, with parameters for their values.
pub(super) fn written<'a>(
    resource: &'a Resource,
    assignments: &'a [Assignment],
    backend: DbBackend,
) -> impl Iterator<Item = (&'static str, Expr)> + 'a {
    assignments.iter().map(move |(name, _)| {
        let place = resource.place(name);
        let parameter = Slot::column(place).expr();
        match (resource.table.columns[place].column_type, backend) {
            (ColumnType::Json, DbBackend::Postgres) => (*name, parameter.cast_as("jsonb")),
            _ => (*name, parameter),
        }
    })
}

impl Resource {
    /// Whether events include the column. They include those that records show and the accounts
    /// they refer to, but not the hash of a credential.
    pub(crate) fn is_audited(&self, name: &str) -> bool {
        self.field(name).is_some() || self.relations.iter().any(|it| it.column == name)
    }
}

/// The audited columns' values after a change, as a JSON object.
struct Audited<'a>(&'a Resource, &'a [Assignment]);

impl Audited<'_> {
    fn text(&self) -> String {
        match serde_json::to_string(self) {
            Ok(text) => text,
            Err(error) => unreachable!("a value without JSON: {error}"),
        }
    }
}

impl Serialize for Audited<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let audited = self.1.iter().filter(|(name, _)| self.0.is_audited(name));
        serializer.collect_map(audited.map(|(name, value)| (name, value)))
    }
}
