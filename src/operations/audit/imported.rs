//! Events of imported records.

use entity::Timestamp;
use sea_orm::{DatabaseTransaction, DbErr};
use serde_json::{Map, Value as Json};

use super::{Action, AuditWriter, ROLE, operators::OwnEvent};
use crate::{
    kinds,
    resources::{Columns, Resource},
};

/// A record that an import has written.
#[derive(Clone, Debug)]
pub struct ImportedRecord {
    /// The id of the record.
    pub id: i64,
    /// The account that owns it, if any.
    pub owner: Option<i64>,
    /// The changed columns before; `None`: the record was created.
    pub before: Option<ColumnValues>,
    /// The changed columns after.
    pub after: ColumnValues,
}

/// The columns of a record, or some of them.
type ColumnValues = Map<String, Json>;

impl AuditWriter {
    /// Records events of the records of a kind, or roles, that the transaction wrote. No event
    /// includes the hash of a credential.
    pub async fn record_imported(
        &self,
        transaction: &DatabaseTransaction,
        kind: Option<&Resource>,
        at: Timestamp,
        records: Vec<ImportedRecord>,
    ) -> Result<(), DbErr> {
        // An account's grants are in tables of their own.
        let is_audited = |name: &str| match kind {
            Some(kind) if kind.is_account() && ["permissions", "roles"].contains(&name) => true,
            Some(kind) => kind.is_audited(name),
            None => true,
        };
        let audited = &|mut columns: ColumnValues| {
            columns.retain(|name, _| is_audited(name));
            Json::Object(columns)
        };
        // The columns have the same names in all tables.
        let columns = kind.unwrap_or(kinds::accounts()).columns;
        let events = records.into_iter().flat_map(|ImportedRecord { id, owner, before, after }| {
            parts(before, after, columns).into_iter().map(move |(action, before, after)| {
                let (before, after) = (before.map(audited), audited(after));
                OwnEvent { action, of: (id, owner), before, after }
            })
        });
        self.insert_events(transaction, kind.map_or(ROLE, |kind| kind.name), at, events).await
    }
}

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
