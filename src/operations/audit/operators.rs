//! What operators do beside records: to accounts, of which events tell more than their table holds,
//! and to roles, which are no kind of record.

use entity::Timestamp;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbErr,
    sea_query::{Expr, Query},
};
use serde_json::Value as Json;

use super::writer::{Action, AuditWriter};
use crate::kinds::accounts;

/// The kind of the events of roles. No face shows them: servers learn by them that somebody may do
/// more or less than before, and the table keeps who gave what to a role.
pub const ROLE: &str = "Role";

/// What was done to one account or role.
pub(crate) struct Telling {
    pub action: Action,
    pub at: Timestamp,
    /// What it had; `None`: it was made.
    pub before: Option<Json>,
    /// What it has.
    pub after: Json,
}

impl AuditWriter {
    /// Writes the event of a change of an account that the transaction has made.
    pub async fn tell_of_account(
        &self,
        transaction: &DatabaseTransaction,
        account: i64,
        deed: Telling,
    ) -> Result<(), DbErr> {
        self.tell_of_one(transaction, accounts().name, account, Some(account), deed).await
    }

    /// Writes the event of a change of a role that the transaction has made.
    pub async fn tell_of_role(
        &self,
        transaction: &DatabaseTransaction,
        role: i64,
        deed: Telling,
    ) -> Result<(), DbErr> {
        self.tell_of_one(transaction, ROLE, role, None, deed).await
    }

    async fn tell_of_one(
        &self,
        transaction: &DatabaseTransaction,
        kind: &str,
        id: i64,
        owner: Option<i64>,
        Telling { action, at, before, after }: Telling,
    ) -> Result<(), DbErr> {
        let of_this = [
            ("record_id", Expr::value(id)),
            ("owner_id", Expr::value(owner)),
            ("before", Expr::value(before)),
        ];
        let values = self.head(kind, action, after, at).into_iter().chain(of_this);
        let (names, values): (Vec<_>, Vec<_>) = values.unzip();
        let insert =
            Query::insert().into_table("record_events").columns(names).values_panic(values).take();
        transaction.execute(&insert).await.map(|_| ())
    }
}
