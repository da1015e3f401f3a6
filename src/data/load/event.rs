//! Events of imported records.

use sea_orm::DbErr;
use serde_json::{Map, Value as Json};

use super::batch::Batch;
use crate::{
    operations::audit::{Action, RecordChange},
    resources::Columns,
};

/// The columns of a record, or some of them.
pub(super) type ColumnValues = Map<String, Json>;

impl Batch<'_> {
    /// Records the events of a record that was written, by its values before and after. They have no
    /// hash of a credential. Tables other than those of records and roles have none.
    pub(super) fn changes(
        &self,
        of: (i64, Option<i64>),
        before: Option<ColumnValues>,
        after: ColumnValues,
    ) -> Vec<RecordChange> {
        // Grants are in tables of their own.
        let is_audited = |name: &str| {
            self.table.resource.is_none_or(|kind| {
                let grants = self.table.grants();
                grants.iter().any(|field| field.name() == name) || kind.is_audited(name)
            })
        };
        let audited = |mut columns: ColumnValues| {
            columns.retain(|name, _| is_audited(name));
            Json::Object(columns)
        };
        let parts = parts(before, after, self.table.standard()).into_iter();
        let change = |(action, before, after): (Action, Option<ColumnValues>, ColumnValues)| {
            RecordChange { of, action, before: before.map(audited), after: audited(after) }
        };
        parts.map(change).collect()
    }

    /// Records changes, unless they need no events or the table has none.
    pub(super) async fn record(&self, changes: Vec<RecordChange>) -> Result<(), DbErr> {
        let kind = self.table.resource.map(|kind| kind.name);
        match (self.writer, kind) {
            (Some(writer), Some(kind)) => {
                writer.record(self.transaction, kind, self.at, changes).await
            }
            _ => Ok(()),
        }
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
