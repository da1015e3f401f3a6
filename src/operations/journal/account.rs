//! Accounts, of which events tell more than their table holds: what was given to them.

use entity::Timestamp;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbErr,
    sea_query::{Expr, Query},
};
use serde_json::Value as Json;

use super::{Action, Journal};
use crate::resources::accounts;

impl Journal {
    /// Writes the event of a change of an account that the transaction has made.
    pub async fn tell_of_account(
        &self,
        transaction: &DatabaseTransaction,
        account: i64,
        action: Action,
        at: Timestamp,
        before: Option<Json>,
        after: Json,
    ) -> Result<(), DbErr> {
        let common = self.common(accounts(), action, &[], at).into_iter();
        let of_this = [
            ("after", Expr::value(after)),
            ("record_id", Expr::value(account)),
            ("owner_id", Expr::value(account)),
            ("before", Expr::value(before)),
        ];
        let values = common.filter(|(name, _)| *name != "after").chain(of_this);
        let (names, values): (Vec<_>, Vec<_>) = values.unzip();
        let insert =
            Query::insert().into_table("record_events").columns(names).values_panic(values).take();
        transaction.execute(&insert).await.map(|_| ())
    }
}
