//! Records changes of access tokens as their accounts' changes. Revoking a token does the same.

use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    batch::{Batch, Stored},
    line::Line,
};
use crate::{
    data::fixtures::LoadError,
    operations::{accounts::live_tokens, audit::Action, audit::OperatorChange, records::Value},
};

/// The ids of the valid tokens of each account.
pub(super) type Tokens = BTreeMap<i64, BTreeSet<i64>>;

impl Batch<'_> {
    /// The valid tokens of a token's accounts before and after. Other tables have none.
    pub(super) async fn tokens(&self, line: &Line, stored: &Stored) -> Result<Tokens, LoadError> {
        let mut tokens = Tokens::new();
        if self.table.name() != "access_tokens" {
            return Ok(tokens);
        }
        for account in [Some(self.value(stored, "user_id")), line.row.value("user_id")] {
            if let Some(Value::Int(account)) = account {
                tokens.insert(*account, live_tokens(self.transaction, *account).await?);
            }
        }
        Ok(tokens)
    }

    /// Records the events by which servers end live connections of these accounts.
    pub(super) async fn record_tokens(&self, before: Tokens) -> Result<(), LoadError> {
        for (account, before) in before {
            let after = live_tokens(self.transaction, account).await?;
            let change = OperatorChange {
                action: Action::Updated,
                at: self.at,
                before: Some(json!({ "access_tokens": before })),
                after: json!({ "access_tokens": after }),
            };
            self.importing.record_account(self.transaction, account, change).await?;
        }
        Ok(())
    }
}
