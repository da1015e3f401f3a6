//! Updates a record: PATCH, PUT and GraphQL by the same rules (D14–D18).

use entity::{api_key::Column, user};
use sea_orm::{DbBackend, IdenStatic, sea_query::Condition};
use std::{collections::BTreeSet, sync::Arc};

use super::{
    delegation::{assigned, check_sign_in, names, sign_in_fields},
    fields::{Checked, check, references, refused, taken},
    written::WrittenRecord,
};
use crate::{
    app::App,
    auth::{Access, Call, Until, jwt::Provider},
    error::{Error, Problem, Refusal, is_duplicate, is_given_up},
    operations::{
        audit::{self, Action, AuditWriter},
        records::dependents,
        rows::{Assignment, Expected, Fields, Lock, Record, Rows, Target, Value, to_completion},
    },
    resources::{Absent, Input, Key, Projection, Resource, Rule, Update},
    store::database::Reads,
};

/// The changes that a request asks for.
#[derive(Clone, Debug)]
pub struct Changes<'f> {
    /// The fields of the request.
    pub fields: &'f Fields,
    /// What happens to the other fields.
    pub absent: Absent,
    /// The version that the record must have.
    pub expected: Expected,
}

/// Updates a live record.
///
/// # Errors
/// `Forbidden`, `NotFound`, `Invalid` with every invalid field, and `VersionMismatch`; then nothing
/// was written.
pub async fn update(
    app: &Arc<App>,
    call: &Arc<Call>,
    target: Target,
    update: &'static Update,
    changes: Changes<'_>,
    projection: &'static Projection,
) -> Result<WrittenRecord, Error> {
    let access = call.require(&update.permission)?;
    let key = target.key.ok_or_else(not_found)?;
    let checked = check(&update.changes, changes.fields, changes.absent, call.user_id);
    let change = Change {
        app: Arc::clone(app),
        call: Arc::clone(call),
        writer: AuditWriter::new(app, call),
        resource: target.resource,
        update,
        key,
        access,
        expected: changes.expected,
        projection,
    };
    to_completion(async move { change.run(checked).await }).await
}

/// How often PostgreSQL may give up an update. It is tried again with its record locked.
const ATTEMPTS: usize = 5;

/// An update of one record.
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
    async fn run(self, checked: Checked) -> Result<WrittenRecord, Error> {
        if !checked.field_errors.is_empty() || checked.assignments.is_empty() {
            // Nothing will be written, but 404 or 403 come before invalid fields (D5).
            let reader = self.app.point_reader(&self.call, 1).await?;
            let record = self.load(&*reader, checked, Lock::Unlocked).await?;
            return Ok(WrittenRecord::of(record, None));
        }
        // One statement in the common case. If it changes no row, the record has to be read to find
        // out why. Records that name its key change with it.
        let is_alone = dependents(self.resource, &checked.assignments).next().is_none();
        let inputs = &self.update.changes;
        let is_free = sign_in_fields(&self.call, self.resource, inputs, &checked.assignments)
            .next()
            .is_none();
        let is_decided = self.is_decided(&checked.assignments);
        if is_alone && is_free && is_decided && self.undelegable(&checked.assignments).is_none() {
            match self.writer.change(self.change(&checked.assignments)).await {
                Ok(mut records) => {
                    if let Some(record) = records.pop() {
                        self.app.written(record.stale());
                        return Ok(self.written(record));
                    }
                }
                Err(error) if !is_duplicate(&error) && !is_given_up(&error) => {
                    return Err(error.into());
                }
                Err(_) => {}
            }
        }
        if !is_free && self.resource.is_account() && !self.app.database.is_scoped() {
            // What the account was granted is known then: nobody waits to write while it is read. Within a
            // transaction nothing is kept, and it would be read twice.
            let reader = self.app.point_reader(&self.call, 1).await?;
            self.load(&*reader, checked.clone(), Lock::Unlocked).await?;
        }
        // As many rows as name the record may follow.
        let _turn = self.writer.turn(if is_alone { 1 } else { usize::MAX }).await;
        for _ in 1..ATTEMPTS {
            match self.run_locked(checked.clone()).await {
                // The retry locked the row before the transaction that it had let through.
                Err(Error::Conflict) => {}
                done => return done,
            }
        }
        self.run_locked(checked).await
    }

    /// Reads and locks the record before it is changed.
    async fn run_locked(&self, checked: Checked) -> Result<WrittenRecord, Error> {
        let transaction = self.writer.begin().await?;
        let old = self.load(&transaction, checked.clone(), Lock::Locked).await?;
        let has = |(name, value): &Assignment| old.value(name) == value;
        if checked.assignments.iter().all(has) {
            return Ok(WrittenRecord::of(old, None));
        }
        let change = self.change(&checked.assignments);
        let at = change.at;
        let record = match self.writer.change_within(&transaction, change).await {
            Err(error) if is_duplicate(&error) => {
                drop(transaction);
                let reader = self.app.point_reader(&self.call, 1).await?;
                let inputs = &self.update.changes;
                let (assignments, id) = (&checked.assignments, Some(old.id()));
                let taken =
                    taken(&self.call, &*reader, self.resource, inputs, assignments, id).await?;
                // Otherwise the other record has changed meanwhile.
                return Err(if taken.is_empty() { Error::Conflict } else { Error::Invalid(taken) });
            }
            changed => match changed?.pop() {
                Some(record) => record,
                // The engine finds the values equal.
                None if self.referred(&checked.assignments).is_none() => {
                    return Ok(WrittenRecord::of(old, None));
                }
                // A record that this one was to refer to was deleted meanwhile.
                None => return Err(Error::Conflict),
            },
        };
        for dependent in dependents(self.resource, &checked.assignments) {
            let key = self.resource.key_column;
            if let Some(new) = assigned(&checked.assignments, key) {
                let keys = [old.value(key), new];
                let followed = dependent.follow(&self.writer, &transaction, at, keys).await?;
                followed.map_err(|error| Error::Invalid(vec![error]))?;
            }
        }
        transaction.commit().await?;
        self.app.written(record.stale());
        for dependent in dependents(self.resource, &checked.assignments) {
            self.app.written(dependent.kind.stale);
        }
        Ok(self.written(record))
    }

    const fn written(&self, record: Record) -> WrittenRecord {
        WrittenRecord::of(record, Some(self.writer.operation))
    }

    /// Whether the statement tells equal values (D33) and repeated ones (D31). SQLite compares JSON as
    /// text, which may have its keys in another order, and an index may leave out old rows.
    fn is_decided(&self, assignments: &[Assignment]) -> bool {
        let is_sqlite = self.app.database.backend() == DbBackend::Sqlite;
        let is_json = |(_, value): &Assignment| matches!(value, Value::Json(_));
        let is_repeatable = |input: &Input| {
            input.unique_ignoring_case() && assigned(assignments, input.name).is_some()
        };
        !(is_sqlite && assignments.iter().any(is_json)
            || self.update.changes.iter().any(is_repeatable))
    }

    /// The change of the record. It must be live, within the access and of an expected version.
    fn change(&self, assignments: &[Assignment]) -> audit::Change<'static> {
        audit::Change {
            resource: self.resource,
            action: Action::Updated,
            at: self.app.clock.now(),
            assignments: assignments.to_vec(),
            rows: Rows::live(&self.key)
                .within(self.access)
                .of_version(self.resource, &self.expected)
                .and(self.referred(assignments)),
            projection: self.projection,
        }
    }

    /// Reads the record, and checks everything that the statement can't.
    async fn load(
        &self,
        connection: &impl Reads,
        checked: Checked,
        lock: Lock,
    ) -> Result<Record, Error> {
        let resource = self.resource;
        let undelegable = self.undelegable(&checked.assignments);
        let keys = dependents(resource, &checked.assignments).map(|_| resource.key_column);
        let inputs = &self.update.changes;
        let sign_in_fields: Vec<_> =
            sign_in_fields(&self.call, resource, inputs, &checked.assignments).collect();
        let changed = checked.assignments.iter().map(|(name, _)| *name);
        let permissions = resource.credential.map(|_| Column::Permissions.as_str());
        let needed: Vec<_> =
            undelegable.into_iter().chain(keys).chain(changed).chain(permissions).collect();
        let projection = self.projection.with(resource, &needed);
        // A deleted record can't be updated (D16).
        let read = Rows::live(&self.key).read(connection, resource, &projection, lock).await?;
        let record = read.ok_or_else(not_found)?;
        // Accounts could be probed otherwise (D7).
        self.access
            .check(record.owner())
            .map_err(|error| if resource.is_account() { not_found() } else { error })?;

        // Who has an address signs in to its account, and owns rows of other programs (docs/decisions/0075).
        let address = sign_in_fields.iter().find(|name| **name == user::Column::Email.as_str());
        let by_address = self.app.provider.get().is_some_and(Provider::knows_addresses)
            || self.app.adopted.get().is_some_and(|it| it.know_addresses());
        let changes = |name| assigned(&checked.assignments, name) != Some(record.value(name));
        if by_address && address.is_some_and(|name| changes(name)) {
            self.access.check(None)?;
        }
        let added = undelegable.map(|field| (field, added(&record, field, &checked.assignments)));
        let mut field_errors = checked.field_errors;
        let assignments = &checked.assignments;
        let (call, id) = (&self.call, Some(record.id()));
        field_errors.extend(refused(call, connection, resource, inputs, assignments, id).await?);
        let lends =
            check_sign_in(&self.app, call, connection, &record, &sign_in_fields, assignments);
        field_errors.extend(lends.await?);
        field_errors.extend(added.and_then(|(field, names)| {
            let not_held = (field, Problem::AddedNotHeld);
            self.call.lend(not_held, &names, record.owner(), Until::Revoked).err()
        }));
        Error::of_fields(field_errors)?;
        self.expected.check(record.version())?;
        Ok(record)
    }

    /// The condition that the referred records exist; `None` without references.
    fn referred(&self, assignments: &[Assignment]) -> Option<Condition> {
        let mut references = references(&self.update.changes, assignments).peekable();
        references.peek()?;
        Some(references.fold(Condition::all(), |all, (name, value)| {
            all.add(self.resource.is_live(name, self.resource.bind(name, value.clone())))
        }))
    }

    /// The field with permissions that the caller may not delegate. It may update keys to which it
    /// can't delegate them.
    ///
    /// Whether the update adds one depends on the record, which may have them already.
    fn undelegable(&self, assignments: &[Assignment]) -> Option<&'static str> {
        let account = self.access.account();
        let held = |field: &str| {
            let named = names(assigned(assignments, field));
            self.call.lend((field, Problem::NotHeld), &named, account, Until::Revoked).is_ok()
        };
        self.update
            .changes
            .iter()
            .filter(|input| input.rule == Rule::Permissions)
            .map(|input| input.name)
            .find(|field| !held(field))
    }
}

/// The permissions that the record doesn't have yet.
fn added(record: &Record, field: &str, assignments: &[Assignment]) -> BTreeSet<String> {
    &names(assigned(assignments, field)) - &names(Some(record.value(field)))
}

/// The error for an update of a missing record. Its message differs from that of a restore
/// (docs/reference/rest-api.md).
pub(super) const fn not_found() -> Error {
    Error::NotFound(Refusal::NoSuch)
}
