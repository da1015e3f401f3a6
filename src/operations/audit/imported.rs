//! Events of imported records.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, EntityName, IdenStatic, Value};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

use super::{Action, AuditWriter, OperatorChange, ROLE, event::COMMON};
use crate::{app::App, kinds, operations::records::insert_rows, resources::Columns};

/// The columns of an event that differ between an import's records.
const OWN: [Column; 6] = [
    Column::Action,
    Column::Kind,
    Column::RecordId,
    Column::OwnerId,
    Column::Before,
    Column::After,
];

/// A record that an import has written.
#[derive(Clone, Debug)]
pub struct ImportedRecord {
    /// The id of the record.
    pub id: i64,
    /// The account that owns it, if any.
    pub owner: Option<i64>,
    /// The changed columns before; `None`: the record was created.
    pub before: Option<Map<String, Json>>,
    /// The changed columns after.
    pub after: Map<String, Json>,
}

/// Records the events of an import. It is one operation of the system itself. `None`: the import
/// brings its events.
pub struct ImportAudit(Option<AuditWriter>);

impl ImportAudit {
    /// Begins the operation.
    #[must_use]
    pub fn begin(app: &Arc<App>) -> Self {
        Self(Some(AuditWriter::of_the_system(app)))
    }

    /// Records no events.
    #[must_use]
    pub fn none() -> Self {
        Self(None)
    }

    /// Writes changes that follow from imported ones, with their events.
    pub(crate) const fn writer(&self) -> Option<&AuditWriter> {
        self.0.as_ref()
    }

    /// Records a change of an account that isn't in its row.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(crate) async fn record_account(
        &self,
        transaction: &DatabaseTransaction,
        account: i64,
        change: OperatorChange,
    ) -> Result<(), DbErr> {
        match &self.0 {
            Some(writer) => writer.record_account(transaction, account, change).await,
            None => Ok(()),
        }
    }

    /// Records events of the records that the transaction wrote to a table. Tables other than those
    /// of records and roles have no events, and no event includes the hash of a credential.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn record(
        &self,
        transaction: &DatabaseTransaction,
        table: &str,
        at: Timestamp,
        records: Vec<ImportedRecord>,
    ) -> Result<(), DbErr> {
        let Some(writer) = &self.0 else { return Ok(()) };
        let resource = kinds::registered().iter().find(|resource| resource.table.name == table);
        let kind = match resource {
            Some(resource) => resource.name,
            None if table == "roles" => ROLE,
            None => return Ok(()),
        };
        let is_audited = |name: &str| match resource {
            // An account's grants are in tables of their own.
            Some(resource) => {
                resource.is_audited(name)
                    || resource.is_account() && ["permissions", "roles"].contains(&name)
            }
            None => true,
        };
        let audited = |mut columns: Map<String, Json>| {
            columns.retain(|name, _| is_audited(name));
            Json::Object(columns)
        };
        if records.is_empty() {
            return Ok(());
        }
        // The columns have the same names in all tables.
        let columns = resource.unwrap_or(kinds::accounts()).columns;
        let common = writer.common(at);
        let shared = || COMMON.iter().filter(|(column, _)| !matches!(column, Column::After));
        let event = |record: ImportedRecord| {
            let ImportedRecord { id, owner, before, after } = record;
            let parts = parts(before, after, columns).into_iter();
            parts.map(move |part| (id, owner, part))
        };
        let events = records.into_iter().flat_map(event).map(|(id, owner, part)| {
            let (action, before, after) = part;
            let own: [Value; 6] = [
                action.name().into(),
                kind.into(),
                id.into(),
                owner.into(),
                before.map(audited).into(),
                audited(after).into(),
            ];
            own.into_iter().chain(shared().map(|(_, slot)| common.get(*slot))).collect()
        });
        let columns = OWN.into_iter().chain(shared().map(|(column, _)| *column));
        let columns: Vec<&str> = columns.map(|column| column.as_str()).collect();
        let backend = transaction.get_database_backend();
        let insert = insert_rows(backend, Entity.table_name(), &columns, events);
        transaction.execute_raw(insert).await.map(drop)
    }
}

/// The columns of a record, or some of them.
type ColumnValues = Map<String, Json>;

/// Lists the actions that were done to a record. Each has the columns before and after. Deleting or
/// restoring the record is an event of its own, which undo goes by.
fn parts(
    before: Option<ColumnValues>,
    after: ColumnValues,
    columns: Columns,
) -> Vec<(Action, Option<ColumnValues>, ColumnValues)> {
    let Columns { deleted_at, updated_at, version, .. } = columns;
    let Some(before) = before else { return vec![(Action::Created, None, after)] };
    let is_null = |values: &ColumnValues| values.get(deleted_at).map(Json::is_null);
    let state = match (is_null(&before), is_null(&after)) {
        (Some(true), Some(false)) => Action::Deleted,
        (Some(false), Some(true)) => Action::Restored,
        _ => return vec![(Action::Updated, Some(before), after)],
    };
    // Every write changes the other two.
    let is_other = |name: &String| ![deleted_at, updated_at, version].contains(&name.as_str());
    if !after.keys().any(is_other) {
        return vec![(state, Some(before), after)];
    }
    let split = |values: ColumnValues| -> (ColumnValues, ColumnValues) {
        values.into_iter().partition(|(name, _)| name == deleted_at)
    };
    let ((state_before, before), (state_after, after)) = (split(before), split(after));
    vec![(Action::Updated, Some(before), after), (state, Some(state_before), state_after)]
}
