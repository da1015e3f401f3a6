//! Imports a catalogue: creates the missing texts and updates those that differ.

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, ExprTrait,
    sea_query::{Condition, Expr, Order, Query},
};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use uuid::Uuid;

use super::entries::entries;
use crate::{
    app::{App, PART},
    auth::{Call, Permission},
    error::{Error, Problem},
    operations::{
        audit::{AuditWriter, Change, Each, Insert},
        records::write::{check, references, unknown_references},
        rows::{
            Assignment, Fields, Rows, State, Value, constant, read::one_of, run, run_count,
            to_completion,
        },
    },
    resources::{Absent, Catalogue, Resource},
};

/// Most records with the scope of a catalogue.
const MOST_RECORDS: usize = 100_000;

/// A kind whose texts can be imported.
#[derive(Clone, Copy, Debug)]
pub struct Importable {
    /// The kind.
    pub resource: &'static Resource,
    /// How a request writes the texts.
    pub catalogue: &'static Catalogue,
    /// The permissions to create and to update them, for all records.
    pub permissions: [&'static Permission; 2],
}

/// What an import did.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// The number of new records.
    pub created: usize,
    /// The number of records whose text has changed.
    pub updated: usize,
    /// The number of records that had the text already.
    pub unchanged: usize,
    /// The keys whose records are deleted, which were left as they are.
    pub deleted: Vec<String>,
    /// The id of the operation; `None`: nothing was changed.
    pub operation: Option<Uuid>,
}

/// Imports a catalogue, a part in each transaction. Records that it doesn't name stay as they are.
///
/// # Errors
/// `Forbidden` without the permissions to create and to update, and `Invalid` with every invalid field
/// and entry; then nothing was written.
pub async fn import(
    app: &Arc<App>,
    call: &Arc<Call>,
    of: Importable,
    fields: &Fields,
) -> Result<Imported, Error> {
    let Importable { resource, catalogue, permissions } = of;
    for permission in permissions {
        // A catalogue may change the records of any owner.
        call.require(permission)?.check(None)?;
    }
    let mut checked = check(&catalogue.inputs, fields, Absent::Filled, call.user_id);
    let sent = fields.get(catalogue.name).and_then(Json::as_object).cloned().unwrap_or_default();
    let entries = entries(catalogue, sent, &mut checked.field_errors);
    let mut scope = checked.assignments;
    scope.retain(|(name, _)| *name != catalogue.name);
    if !checked.field_errors.is_empty() {
        let inputs = &catalogue.inputs;
        let reader = app.point_reader(call, 1).await?;
        checked.field_errors.extend(unknown_references(&*reader, resource, inputs, &scope).await?);
        return Err(Error::Invalid(checked.field_errors));
    }
    let writer = AuditWriter::new(app, call);
    let import = Import { app: Arc::clone(app), writer, resource, catalogue, scope };
    import.check_count(call).await?;
    if let (count, room) = (entries.len(), app.room())
        && count > room
    {
        let problem = Problem::NoRoom { verb: "have", room, what: "entries", count, most: PART };
        return Err(Error::invalid(catalogue.name, problem));
    }
    let part = if app.database.is_scoped() { usize::MAX } else { PART };
    to_completion(async move {
        let (mut imported, mut entries) = (Imported::default(), entries);
        loop {
            let rest = entries.keys().nth(part).cloned();
            let rest = rest.map(|key| entries.split_off(&key)).unwrap_or_default();
            let written = import.part(&entries, &mut imported).await;
            // Only this error says that something may have been written.
            written.map_err(|error| imported.operation.map_or(error, |_| Error::Unavailable))?;
            if rest.is_empty() {
                return Ok(imported);
            }
            entries = rest;
        }
    })
    .await
}

/// A catalogue to import.
struct Import {
    app: Arc<App>,
    writer: AuditWriter,
    resource: &'static Resource,
    catalogue: &'static Catalogue,
    /// The values that all its records share.
    scope: Vec<Assignment>,
}

/// The entries of a part: keys and their texts.
type Entries = BTreeMap<String, String>;

/// The records that a catalogue names.
#[derive(Default)]
struct Existing {
    /// The id of the newest live record of each key.
    live: BTreeMap<String, i64>,
    /// The keys that have deleted records.
    deleted: BTreeSet<String>,
}

impl Import {
    /// Imports a part in one transaction.
    async fn part(&self, entries: &Entries, imported: &mut Imported) -> Result<(), Error> {
        let Self { app, writer, resource, catalogue, .. } = self;
        // Imports of a scope wait for each other. They do so before they have a connection, which others
        // need.
        let _turn = writer.turn(usize::MAX).await;
        let transaction = writer.begin().await?;
        self.lock(&transaction).await?;
        let Existing { live, mut deleted } = self.existing(&transaction, entries).await?;
        deleted.retain(|key| !live.contains_key(key));
        let (at, projection) = (app.clock.now(), resource.projection(&[resource.columns.id]));
        let text = |key: &String| entries.get(key).map_or("", String::as_str);
        let mut updated = 0;
        if !live.is_empty() {
            let change = Change::update(resource, at, Vec::new(), Rows::default());
            let each = Each {
                columns: &[resource.columns.id, catalogue.text_column],
                rows: live.iter().map(|(key, id)| json!([id, text(key)])).collect(),
            };
            updated = writer.change_many(&transaction, change, Some(each)).await?;
        }
        let is_missing = |key: &&String| !live.contains_key(*key) && !deleted.contains(*key);
        let missing = entries.keys().filter(is_missing);
        let missing: Vec<Json> = missing.map(|key| json!([key, text(key)])).collect();
        let created = missing.len();
        if created > 0 {
            let insert = Insert {
                resource,
                at,
                assignments: self.scope.iter().cloned().chain(resource.timestamps(at)).collect(),
                references: Vec::new(),
                projection: &projection,
            };
            let columns = &[catalogue.key_column, catalogue.text_column];
            let each = Each { columns, rows: missing.into() };
            writer.insert_many(&transaction, insert, each).await?;
        }
        transaction.commit().await?;
        let updated = usize::try_from(updated).unwrap_or_default();
        app.fill(created + updated);
        if created + updated > 0 {
            app.written(resource.stale);
            imported.operation = Some(writer.operation);
        }
        imported.created += created;
        imported.updated += updated;
        imported.unchanged += live.len() - updated;
        imported.deleted.extend(deleted);
        Ok(())
    }

    /// Locks the live records that the scope refers to. Of two concurrent imports with one scope
    /// the second then finds the records of the first.
    async fn lock(&self, transaction: &DatabaseTransaction) -> Result<(), Error> {
        let inputs = &self.catalogue.inputs;
        for (name, value) in references(inputs, &self.scope) {
            let (kind, key) = self.resource.referred(name);
            let mut record = Query::select()
                .expr(constant(1))
                .from(kind.table.name)
                .and_where(Expr::col(key.to_owned()).eq(kind.bind(key, value.clone())))
                .cond_where(State::Live.condition(kind))
                .take();
            if run(transaction, record.lock_exclusive()).await?.is_empty() {
                let resource = self.resource;
                let unknown =
                    unknown_references(transaction, resource, inputs, &self.scope).await?;
                return Err(if unknown.is_empty() {
                    Error::Conflict
                } else {
                    Error::Invalid(unknown)
                });
            }
        }
        Ok(())
    }

    /// The condition of the records with the scope.
    fn in_scope(&self) -> Condition {
        let bind = |name, value: &Value| self.resource.bind(name, value.clone());
        let scope = self.scope.iter().map(|(name, value)| Expr::col(*name).eq(bind(name, value)));
        scope.fold(Condition::all(), Condition::add)
    }

    /// Checks that few enough records have the scope. The transaction reads them, and others wait.
    async fn check_count(&self, call: &Call) -> Result<(), Error> {
        let count = self.resource.count(self.in_scope());
        let table = self.resource.table.name;
        let (rows, are_few) = self.app.rows_found(call, table, || self.in_scope()).await?;
        if are_few {
            return Ok(());
        }
        let reader = self.app.reader(call, rows).await?;
        if run_count(&*reader, &count).await? <= MOST_RECORDS as i64 {
            return Ok(());
        }
        let name = self.scope.last().map_or(self.catalogue.name, |(name, _)| *name);
        Err(Error::invalid(name, Problem::AtMost { most: MOST_RECORDS, what: "records" }))
    }

    /// Reads the keys of the entries that have records, and locks these records.
    async fn existing(
        &self,
        connection: &impl ConnectionTrait,
        entries: &Entries,
    ) -> Result<Existing, Error> {
        let (resource, key) = (self.resource, self.catalogue.key_column);
        let id = resource.columns.id;
        let keys = entries.keys().map(|key| key.as_str().into()).collect();
        let named = one_of(Expr::col(key), keys, connection.get_database_backend());
        let statement = Query::select()
            .columns([id, key])
            .expr(Expr::col(resource.columns.deleted_at).is_null())
            .from(resource.table.name)
            .cond_where(self.in_scope().add(named))
            .order_by(id, Order::Asc)
            .lock_exclusive()
            .take();
        let mut existing = Existing::default();
        for row in run(connection, &statement).await? {
            let key: String = row.try_get_by_index(1)?;
            if row.try_get_by_index(2)? {
                existing.live.insert(key, row.try_get_by_index(0)?);
            } else {
                existing.deleted.insert(key);
            }
        }
        Ok(existing)
    }
}
