//! Runs statements on a replica, or else on the primary.

use sea_orm::{ConnectionTrait, DbErr, QueryResult, Statement};
use std::time::Duration;

use super::super::{
    failure::{is_given_up, is_outage},
    pool::Pool,
};

/// Runs statements that only read on a replica.
pub struct ReplicaReader {
    /// The connections to the replica.
    pub(crate) replica: Pool,
    /// The connections to the primary.
    pub(crate) primary: Pool,
}

impl ReplicaReader {
    /// The same connections, for statements of an account.
    pub(crate) fn of(&self, account: i64) -> Self {
        Self { replica: self.replica.of(account), primary: self.primary.of(account) }
    }

    /// Notes whether one of the statements is left that run here from now on.
    pub(crate) fn watch(&mut self) {
        self.replica.abandoned.watch();
        self.primary.abandoned.watch();
    }

    /// How long a statement may go on that was left. `None`: there is none.
    pub(crate) fn goes_on(&self) -> Option<Duration> {
        self.replica.abandoned.goes_on().or_else(|| self.primary.abandoned.goes_on())
    }

    /// Runs a statement. The primary answers when the replica is lost, and when the replica cancels
    /// the statement because rows that it may still read were removed on the primary.
    ///
    /// # Errors
    /// When the statement fails.
    pub(crate) async fn query(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        match self.replica.query_all_raw(statement.clone()).await {
            Err(error) if is_outage(&error) || is_given_up(&error) => {
                tracing::debug!(%error, "the primary answers instead of the replica");
                self.primary.query_all_raw(statement).await
            }
            outcome => outcome,
        }
    }
}
