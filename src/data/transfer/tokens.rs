//! Records changes of access tokens as their accounts' changes. Revoking a token does the same.

use serde_json::json;

use super::{
    batch::{Batch, Stored},
    line::Line,
};
use crate::{
    data::fixtures::LoadError,
    operations::{audit::Action, audit::OperatorChange, records::Value},
};

impl Batch<'_> {
    /// Records the events by which servers end live connections of a changed token's accounts.
    pub(super) async fn record_token(&self, line: &Line, stored: &Stored) -> Result<(), LoadError> {
        let Some(writer) = self.writer.filter(|_| self.table.name() == "access_tokens") else {
            return Ok(());
        };
        let old = |name| self.value(stored, name);
        let new = |name| match line.given.contains_key(name) {
            true => line.row.value(name).unwrap_or(old(name)),
            false => old(name),
        };
        let [from, to] = [old("user_id"), new("user_id")];
        for account in [from, to].into_iter().take(if from == to { 1 } else { 2 }) {
            let Value::Int(account_id) = account else { continue };
            let tokens = |its: bool| json!({ "access_tokens": Vec::from_iter(its.then(|| self.id(stored))) });
            let before = Some(tokens(from == account && *old("revoked_at") == Value::Null));
            let after = tokens(to == account && *new("revoked_at") == Value::Null);
            let change = OperatorChange { action: Action::Updated, at: self.at, before, after };
            writer.record_account(self.transaction, *account_id, change).await?;
        }
        Ok(())
    }
}
