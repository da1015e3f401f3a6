//! Events whose values this program knows: of accounts beyond their table, of roles, imports and purges.
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

use super::{Action, AuditWriter, ROLE, event::COMMON};
use crate::{
    kinds::accounts,
    operations::rows::{insert_rows, read::numbered_by},
    resources::Resource,
};

/// The value that people know a role by.
pub const ROLE_LABEL: &str = "name";

/// A change of one account or role.
pub(crate) struct OperatorChange {
    pub action: Action,
    pub at: Timestamp,
    /// Its values before; `None`: it was created.
    pub before: Option<Json>,
    /// Its values after.
    pub after: Json,
}

/// An event of one record.
pub(super) struct OwnEvent {
    pub action: Action,
    /// The record, and the account that owns it.
    pub of: (i64, Option<i64>),
    pub before: Option<Json>,
    pub after: Json,
}

/// A row to remove: its id, and the account that owns it.
pub(crate) type Removed = (i64, Option<i64>);

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
    /// Records a change of an account in the transaction of the change.
    pub async fn record_account(
        &self,
        transaction: &DatabaseTransaction,
        account: i64,
        OperatorChange { action, at, before, after }: OperatorChange,
    ) -> Result<(), DbErr> {
        let event = OwnEvent { action, of: (account, Some(account)), before, after };
        self.insert_events(transaction, accounts().name, at, [event]).await
    }

    /// Records a change of a role in the transaction of the change. Its name is among the values
    /// before and after, because lists of events show it; if it is the same, it is no difference.
    pub async fn record_role(
        &self,
        transaction: &DatabaseTransaction,
        (role, name): (i64, &str),
        OperatorChange { action, at, before, after }: OperatorChange,
    ) -> Result<(), DbErr> {
        let named = |mut values: Json| {
            if let Json::Object(values) = &mut values {
                values.entry(ROLE_LABEL).or_insert_with(|| name.into());
            }
            values
        };
        let (before, after) = (before.map(named), named(after));
        let event = OwnEvent { action, of: (role, None), before, after };
        self.insert_events(transaction, ROLE, at, [event]).await
    }

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

    /// Inserts events of records of a kind by one statement. There is at least one.
    pub(super) async fn insert_events(
        &self,
        transaction: &DatabaseTransaction,
        kind: &str,
        at: Timestamp,
        events: impl IntoIterator<Item = OwnEvent>,
    ) -> Result<(), DbErr> {
        let common = self.common(at);
        let shared = || COMMON.iter().filter(|(column, _)| !matches!(column, Column::After));
        let events =
            events.into_iter().map(|OwnEvent { action, of: (id, owner), before, after }| {
                let (action, kind) = (action.name().into(), kind.into());
                let own: [Value; 6] =
                    [action, kind, id.into(), owner.into(), before.into(), after.into()];
                own.into_iter().chain(shared().map(|(_, slot)| common.get(*slot))).collect()
            });
        let columns = OWN.into_iter().chain(shared().map(|(column, _)| *column));
        let columns: Vec<&str> = columns.map(|column| column.as_str()).collect();
        insert_rows(transaction, Entity.table_name(), &columns, events).await
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
