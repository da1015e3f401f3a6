//! The audit writer: what all events of one operation have in common.

use entity::{ColumnType, Timestamp};
use sea_orm::{
    DbBackend, DbErr,
    sea_query::{Condition, Expr, ExprTrait, InsertStatement, Query, SelectStatement},
};
use serde::{Serialize, Serializer};
use std::sync::{Arc, LazyLock};
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    Action,
    each::{EACH, Each, new},
};
use crate::{
    app::{App, Place, SERVER},
    auth::{Call, Reason},
    operations::{
        callers::{begin, check_on_writer},
        rows::{Assignment, Rows, Slot, Values, insert_from},
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

/// A row to insert, or what many rows have in common.
#[derive(Clone)]
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
        let call = self.call.as_deref().filter(|it| !it.is_operator());
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
    /// An update of rows, of which nothing is read afterwards.
    pub fn update(
        resource: &'static Resource,
        at: Timestamp,
        assignments: Vec<Assignment>,
        rows: Rows,
    ) -> Self {
        static NOTHING: LazyLock<Projection> = LazyLock::new(Projection::default);
        Self { resource, action: Action::Updated, at, assignments, rows, projection: &NOTHING }
    }

    /// The columns that are written, apart from the timestamp and the version.
    pub(super) fn names(&self, each: Option<&Each<'_>>) -> impl Iterator<Item = &'static str> {
        let own = each.into_iter().flat_map(|each| each.names(self.resource));
        self.assignments.iter().map(|(name, _)| *name).chain(own)
    }

    /// Selects the rows to change, without columns. An update leaves those alone that have all the
    /// values already (D33).
    pub(super) fn matched(&self, backend: DbBackend, each: Option<&Each<'_>>) -> SelectStatement {
        let resource = self.resource;
        let differs = |(name, value): (&'static str, Expr)| match backend {
            // Text, so that engines agree: as JSON 1 would equal 1.0.
            DbBackend::Postgres if resource.column_type(name) == ColumnType::Json => {
                let sides = [Expr::col(name).cast_as("text"), value.cast_as("text")];
                Expr::cust_with_exprs("$1 IS DISTINCT FROM $2", sides)
            }
            DbBackend::Postgres => {
                Expr::cust_with_exprs("$1 IS DISTINCT FROM $2", [Expr::col(name), value])
            }
            _ => Expr::cust_with_exprs("? IS NOT ?", [Expr::col(name), value]),
        };
        let values = values(resource, &self.assignments, backend, each.map(|each| (each, EACH)));
        let any = (self.action == Action::Updated)
            .then(|| values.map(differs).fold(Condition::any(), Condition::add));
        let mut rows = Query::select();
        rows.from(resource.table.name);
        if let Some(each) = each {
            let id = resource.columns.id;
            rows.from_subquery(each.rows(resource, backend), EACH)
                .and_where(Expr::col((resource.table.name, id)).equals((EACH, new(id))));
        }
        rows.cond_where(self.rows.condition(resource).add_option(any)).take()
    }

    /// The columns to write and their values, which some rows have of their own.
    pub(super) fn written(
        &self,
        backend: DbBackend,
        each: Option<(&Each<'_>, &'static str)>,
    ) -> Vec<(&'static str, Expr)> {
        let updated_at = (self.resource.columns.updated_at, Slot::AT.expr());
        values(self.resource, &self.assignments, backend, each).chain([updated_at]).collect()
    }
}

impl Insert<'_> {
    /// Inserts the rows for which the records exist that they refer to.
    pub(super) fn statement(&self, backend: DbBackend, each: Option<&Each<'_>>) -> InsertStatement {
        let resource = self.resource;
        let each = each.map(|each| (each, EACH));
        let values: Vec<_> = values(resource, &self.assignments, backend, each).collect();
        let mut rows = Query::select();
        if let Some((each, name)) = each {
            rows.from_subquery(each.rows(resource, backend), name);
        }
        for (name, value) in values.iter().filter(|(name, _)| self.references.contains(name)) {
            rows.and_where(resource.is_live(name, value.clone()));
        }
        insert_from(resource.table.name, values, rows)
    }
}

/// The assigned columns, with parameters for their values, and the columns in which each row has a
/// value of its own, among the rows of that name.
fn values<'a>(
    resource: &'a Resource,
    assignments: &'a [Assignment],
    backend: DbBackend,
    each: Option<(&'a Each<'_>, &'static str)>,
) -> impl Iterator<Item = (&'static str, Expr)> + 'a {
    let common = assignments.iter().map(move |(name, _)| {
        let place = resource.place(name);
        let parameter = Slot::column(place).expr();
        match (resource.table.columns[place].column_type, backend) {
            (ColumnType::Json, DbBackend::Postgres) => (*name, parameter.cast_as("jsonb")),
            _ => (*name, parameter),
        }
    });
    common.chain(each.into_iter().flat_map(move |(each, rows)| each.written(resource, rows)))
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
