//! Removes rows for good and erases their values from their events.
//!
//! Their events still say who did what to which record and when, and that it was purged.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, IdenStatic, QueryFilter,
    sea_query::{Expr, Query},
};
use serde_json::{Value as Json, json};

use super::{Action, AuditWriter, operators::OwnEvent};
use crate::{operations::records::read::numbered_by, resources::Resource};

/// A row to remove: its id, and the account that owns it.
pub(crate) type Removed = (i64, Option<i64>);

impl AuditWriter {
    /// Removes rows that the transaction has locked and nothing refers to.
    pub async fn remove(
        &self,
        transaction: &DatabaseTransaction,
        resource: &Resource,
        rows: &[Removed],
        at: Timestamp,
    ) -> Result<(), DbErr> {
        let backend = transaction.get_database_backend();
        let ids: Vec<i64> = rows.iter().map(|(id, _)| *id).collect();
        let delete = Query::delete()
            .from_table(resource.table.name)
            .cond_where(numbered_by(resource.columns.id, &ids, backend))
            .take();
        transaction.execute(&delete).await?;
        forget_values(transaction, resource, &ids).await?;
        let event = |of: &Removed| OwnEvent {
            action: Action::Purged,
            of: *of,
            before: None,
            after: json!({}),
        };
        self.insert_events(transaction, resource.name, at, rows.iter().map(event)).await
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
