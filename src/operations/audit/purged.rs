//! Removing rows for good, and their values from all that was told of them: what remains is who did
//! what to which record and when, and that it was purged.

use entity::{Timestamp, record_event};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter,
    sea_query::{Expr, Query},
};
use serde_json::{Value as Json, json};

use super::writer::{Action, AuditWriter};
use crate::{operations::records::read::numbered_by, resources::Resource};

/// A row to be removed: its number, and the account that it belongs to.
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
            .cond_where(numbered_by("id", &ids, backend))
            .take();
        transaction.execute(&delete).await?;
        record_event::Entity::update_many()
            .col_expr(record_event::Column::Before, Expr::value(None::<Json>))
            .col_expr(record_event::Column::After, Expr::value(json!({})))
            .filter(record_event::Column::Kind.eq(resource.name))
            .filter(numbered_by("record_id", &ids, backend))
            .exec(transaction)
            .await?;
        let (names, common): (Vec<_>, Vec<_>) =
            self.common(resource, Action::Purged, &[], at).into_iter().unzip();
        let mut told = Query::insert();
        told.into_table("record_events")
            .columns(names.into_iter().chain(["record_id", "owner_id"]));
        for (id, owner) in rows {
            let of_this = [Expr::value(*id), Expr::value(*owner)];
            told.values_panic(common.iter().cloned().chain(of_this));
        }
        transaction.execute(&told).await.map(|_| ())
    }
}
