//! Changing a record: PATCH, PUT and GraphQL by the same rules (D14–D18).

use sea_orm::{
    ConnectionTrait, DbErr, ExprTrait, SqlErr,
    sea_query::{Condition, Expr},
};
use std::sync::Arc;

use super::{
    delegation::{assigned, names},
    validate::{Checked, Missing, check},
};
use crate::{
    app::App,
    auth::{Access, Call},
    error::{Error, FieldError, is_given_up},
    operations::{
        audit::{self, Action, AuditWriter},
        records::{
            expected::Expected,
            record::Record,
            state::State,
            statement::{Assignment, run},
            target::{Fields, Target, to_the_end},
        },
    },
    resources::{Key, Projection, Resource, Rule, Update},
};

/// What the fields that are left out come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// They stay as they are: PATCH and GraphQL.
    Kept,
    /// They go back to their default, where they have one: PUT.
    Reset,
}

/// Changes a record that is not deleted.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Invalid` with everything that is wrong at once, and `VersionMismatch` for a
/// record that is of another version than expected; then nothing was written.
pub async fn update(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    fields: &Fields,
    absent: Absent,
    expected: Expected,
    projection: &'static Projection,
) -> Result<Record, Error> {
    let resource = target.resource;
    let update = resource.update.as_ref().ok_or(Error::Internal)?;
    let access = call.require(&update.permission)?;
    let key = target.key.ok_or_else(not_found)?;
    let missing = match absent {
        Absent::Kept => Missing::Kept,
        Absent::Reset => Missing::Reset,
    };
    let checked = check(&update.changes, fields, missing);
    let change = Change {
        app: Arc::clone(app),
        call: Arc::clone(call),
        writer: AuditWriter::new(app, call),
        resource,
        update,
        key,
        access,
        expected,
        projection,
    };
    to_the_end(async move { change.carry_out(checked).await }).await
}

/// Whether a row is only looked at, or held until the transaction ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Seen,
    Held,
}

/// One change on its way.
struct Change {
    app: Arc<App>,
    call: Arc<Call>,
    writer: AuditWriter,
    resource: &'static Resource,
    update: &'static Update,
    key: Key,
    access: Access,
    expected: Expected,
    projection: &'static Projection,
}

impl Change {
    async fn carry_out(self, checked: Checked) -> Result<Record, Error> {
        if !checked.field_errors.is_empty() || checked.assignments.is_empty() {
            // Nothing will be written; what is left to say may still be 404 or 403 (D5).
            return self.examine(&self.app.database.reader, checked, Row::Seen).await;
        }
        // One statement for the common case; it hits no row where there is something to explain.
        if self.widening(&checked.assignments).is_none() {
            match self.writer.change(self.change(&checked.assignments)).await {
                Ok(mut records) => {
                    if let Some(record) = records.pop() {
                        self.app.written(self.resource.stale);
                        return Ok(record);
                    }
                }
                Err(error) if !is_duplicate(&error) && !is_given_up(&error) => {
                    return Err(error.into());
                }
                Err(_) => {}
            }
        }
        self.carry_out_carefully(checked).await
    }

    /// Looks at the record first, and holds it while it is changed.
    async fn carry_out_carefully(self, checked: Checked) -> Result<Record, Error> {
        let transaction = self.app.database.begin().await?;
        self.examine(&transaction, checked.clone(), Row::Held).await?;
        let change = self.change(&checked.assignments);
        let record = match self.writer.change_within(&transaction, change).await {
            Err(error) if is_duplicate(&error) => return Err(self.taken(&checked.assignments)),
            changed => changed?.pop().ok_or_else(not_found)?,
        };
        transaction.commit().await?;
        self.app.written(self.resource.stale);
        Ok(record)
    }

    /// The change of the record, if it is there, live and in reach.
    fn change(&self, assignments: &[Assignment]) -> audit::Change<'static> {
        let own = self.access.condition(self.resource.owner);
        audit::Change {
            resource: self.resource,
            action: Action::Updated,
            at: self.app.clock.now(),
            assignments: assignments.to_vec(),
            condition: self
                .live()
                .add_option(own)
                .add_option(self.expected.condition(self.resource)),
            projection: self.projection,
        }
    }

    /// The record as it is, if the caller may change it so; otherwise everything that speaks
    /// against it.
    async fn examine(
        &self,
        connection: &impl ConnectionTrait,
        checked: Checked,
        row: Row,
    ) -> Result<Record, Error> {
        let resource = self.resource;
        let widening = self.widening(&checked.assignments);
        let projection = self
            .projection
            .with_access(resource)
            .with(resource, &[resource.columns.version])
            .with(resource, widening.as_slice());
        let mut statement = resource.select(&projection, self.live());
        if row == Row::Held {
            statement.lock_exclusive();
        }
        let rows = run(connection, &statement).await?;
        let record = resource.first(&projection, &rows)?.ok_or_else(not_found)?;
        self.access.check(record.owner())?;

        let mut field_errors = checked.field_errors;
        field_errors.extend(self.duplicates(connection, &record, &checked.assignments).await?);
        field_errors.extend(
            widening
                .filter(|field| self.widens(&record, field, &checked.assignments))
                .map(|field| FieldError::new(field, "may only add permissions that you hold")),
        );
        if !field_errors.is_empty() {
            return Err(Error::Invalid(field_errors));
        }
        self.expected.check(&record)?;
        Ok(record)
    }

    /// The row with the key, unless it is deleted (D16).
    fn live(&self) -> Condition {
        Condition::all().add(self.key.condition()).add(State::Live.condition(self.resource))
    }

    /// The unique fields that another record, deleted or not, has already.
    async fn duplicates(
        &self,
        connection: &impl ConnectionTrait,
        record: &Record,
        assignments: &[Assignment],
    ) -> Result<Vec<FieldError>, DbErr> {
        let mut field_errors = Vec::new();
        for (name, value) in self.unique(assignments) {
            let Some(column) = self.resource.table.column(name) else {
                continue;
            };
            let same = Condition::all()
                .add(Expr::col(*name).eq(value.clone().into_sql(column.column_type)))
                .add(Expr::col(self.resource.columns.id).ne(record.id()));
            let statement =
                self.resource.select(&self.resource.projection(&[self.resource.columns.id]), same);
            if !run(connection, &statement).await?.is_empty() {
                field_errors.push(taken(name));
            }
        }
        Ok(field_errors)
    }

    fn unique<'a>(&self, assignments: &'a [Assignment]) -> impl Iterator<Item = &'a Assignment> {
        let changes = &self.update.changes;
        assignments
            .iter()
            .filter(|(name, _)| changes.iter().any(|input| input.unique && input.name == *name))
    }

    /// The failure when others took a unique value just now.
    fn taken(&self, assignments: &[Assignment]) -> Error {
        Error::Invalid(self.unique(assignments).map(|(name, _)| taken(name)).collect())
    }

    /// The field that names permissions of which the caller may not hand on all: whether it adds
    /// one depends on those the record has, and perhaps on whose it is.
    fn widening(&self, assignments: &[Assignment]) -> Option<&'static str> {
        let owner = self.access.account();
        let held = |name: &str| self.call.may_delegate(name, owner);
        self.update
            .changes
            .iter()
            .filter(|input| input.rule == Rule::Permissions)
            .map(|input| input.name)
            .find(|field| !names(assigned(assignments, field)).all(held))
    }

    fn widens(&self, record: &Record, field: &str, assignments: &[Assignment]) -> bool {
        let stored: Vec<&str> = names(record.value(field)).collect();
        names(assigned(assignments, field))
            .any(|name| !stored.contains(&name) && !self.call.may_delegate(name, record.owner()))
    }
}

fn taken(field: &str) -> FieldError {
    FieldError::new(field, "has already been taken")
}

/// interface.md section 7 has another text for updates than for restores.
pub(super) fn not_found() -> Error {
    Error::NotFound("Not Found".to_owned())
}

pub(crate) fn is_duplicate(error: &DbErr) -> bool {
    matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}
