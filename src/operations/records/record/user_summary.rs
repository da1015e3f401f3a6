//! Accounts as other records show them.

use serde::Serialize;

/// An account as other records show it, deleted or not: deleting keeps references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UserSummary {
    /// Its id.
    pub id: i64,
    /// Its email address.
    pub email: String,
}
