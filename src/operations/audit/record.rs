//! Events whose values this program knows: of grants, tokens and roles, imports and purges.
//!
//! After a purge events still say who did what to which record and when, and that it was purged.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityName, EntityTrait, IdenStatic,
    QueryFilter, Value,
    sea_query::{Expr, Query},
};
use serde_json::{Value as Json, json};

use super::{Action, AuditWriter, event::COMMON};
use crate::{
    operations::rows::{Record, insert_rows, read::numbered_by},
    resources::Resource,
};

/// What a transaction has done to a record.
pub(crate) struct RecordChange {
    /// The record, and the account that owns it.
    pub of: (i64, Option<i64>),
    pub action: Action,
    /// Its values before; `None`: it was created or purged.
    pub before: Option<Json>,
    /// Its values after.
    pub after: Json,
}

/// The columns of an event that differ between the records.
const OWN: [Column; 6] = [
    Column::Action,
    Column::Kind,
    Column::RecordId,
    Column::OwnerId,
    Column::Before,
    Column::After,
];

impl AuditWriter {
    /// Records changes of records of a kind in the transaction of the changes.
    pub async fn record(
        &self,
        transaction: &DatabaseTransaction,
        kind: &str,
        at: Timestamp,
        changes: impl IntoIterator<Item = RecordChange>,
    ) -> Result<(), DbErr> {
        let common = self.common(at);
        let shared = || COMMON.iter().filter(|(column, _)| !matches!(column, Column::After));
        let events =
            changes.into_iter().map(|RecordChange { of: (id, owner), action, before, after }| {
                let (action, kind) = (action.name().into(), kind.into());
                let own: [Value; 6] =
                    [action, kind, id.into(), owner.into(), before.into(), after.into()];
                own.into_iter().chain(shared().map(|(_, slot)| common.get(*slot))).collect()
            });
        let columns = OWN.into_iter().chain(shared().map(|(column, _)| *column));
        let columns: Vec<&str> = columns.map(|column| column.as_str()).collect();
        insert_rows(transaction, Entity.table_name(), &columns, events).await
    }

    /// Removes records that the transaction has locked and nothing refers to.
    pub async fn remove(
        &self,
        transaction: &DatabaseTransaction,
        resource: &Resource,
        records: &[Record],
        at: Timestamp,
    ) -> Result<(), DbErr> {
        let ids: Vec<i64> = records.iter().map(Record::id).collect();
        let these = numbered_by(resource.columns.id, &ids, transaction.get_database_backend());
        let mut delete = Query::delete();
        transaction.execute(delete.from_table(resource.table.name).cond_where(these)).await?;
        forget_values(transaction, resource, &ids).await?;
        let change = |record: &Record| RecordChange {
            of: (record.id(), record.owner()),
            action: Action::Purged,
            before: None,
            after: json!({}),
        };
        self.record(transaction, resource.name, at, records.iter().map(change)).await
    }
}

/// Removes the values from the events of these records.
pub(crate) async fn forget_values(
    transaction: &DatabaseTransaction,
    resource: &Resource,
    ids: &[i64],
) -> Result<(), DbErr> {
    let these = numbered_by(Column::RecordId.as_str(), ids, transaction.get_database_backend());
    let update = Entity::update_many()
        .col_expr(Column::Before, Expr::value(None::<Json>))
        .col_expr(Column::After, Expr::value(json!({})))
        .filter(Column::Kind.eq(resource.name))
        .filter(these);
    update.exec(transaction).await.map(drop)
}
