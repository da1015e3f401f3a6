//! Events of changes of accounts beyond their table, and of roles.

use entity::{Timestamp, record_event::Column};
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, sea_query::Expr};
use serde_json::Value as Json;

use super::{Action, AuditWriter, event::insert_events};
use crate::kinds::accounts;

/// The kind of the events of roles. Servers invalidate permissions by them, and the history of a role
/// shows who changed it.
pub const ROLE: &str = "Role";
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

impl AuditWriter {
    /// Records a change of an account in the transaction of the change.
    pub async fn record_account(
        &self,
        transaction: &DatabaseTransaction,
        account: i64,
        change: OperatorChange,
    ) -> Result<(), DbErr> {
        self.record_one(transaction, accounts().name, account, Some(account), change).await
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
        let change = OperatorChange { action, at, before, after };
        self.record_one(transaction, ROLE, role, None, change).await
    }

    async fn record_one(
        &self,
        transaction: &DatabaseTransaction,
        kind: &str,
        id: i64,
        owner: Option<i64>,
        OperatorChange { action, at, before, after }: OperatorChange,
    ) -> Result<(), DbErr> {
        let own = [
            (Column::RecordId, Expr::value(id)),
            (Column::OwnerId, Expr::value(owner)),
            (Column::Before, Expr::value(before)),
        ];
        let event = self.values_of_kind(kind, action, after, at).into_iter().chain(own).collect();
        transaction.execute(&insert_events([event])).await.map(|_| ())
    }
}
