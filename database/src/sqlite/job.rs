//! A write that waits for its turn.

use sea_orm::DbErr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokio::sync::oneshot::{self, Receiver, Sender};

use super::transaction::SqliteTransaction;

/// A write of any result.
pub(super) trait Job: Send {
    /// The account for which it runs.
    fn account(&self) -> i64;

    /// Runs the write. Its changes must be rolled back after an error.
    fn run(&mut self, transaction: &SqliteTransaction<'_>) -> Result<(), DbErr>;

    /// Sends the result to a waiting caller, after the transaction.
    fn answer(self: Box<Self>, end: &Result<(), DbErr>);
}

/// A write with a result of this type.
struct Write<W, T> {
    account: i64,
    /// `None`: it has begun.
    work: Option<W>,
    /// `None`: it has not run.
    outcome: Option<Result<T, DbErr>>,
    answer: Sender<Result<T, DbErr>>,
}

/// Creates a job, and the receiver of its result.
pub(super) fn job<W, T>(account: i64, work: W) -> (Box<dyn Job>, Receiver<Result<T, DbErr>>)
where
    W: FnOnce(&SqliteTransaction<'_>) -> Result<T, DbErr> + Send + 'static,
    T: Send + 'static,
{
    let (answer, receiver) = oneshot::channel();
    (Box::new(Write { account, work: Some(work), outcome: None, answer }), receiver)
}

impl<W, T> Job for Write<W, T>
where
    W: FnOnce(&SqliteTransaction<'_>) -> Result<T, DbErr> + Send,
    T: Send,
{
    fn account(&self) -> i64 {
        self.account
    }

    fn run(&mut self, transaction: &SqliteTransaction<'_>) -> Result<(), DbErr> {
        let Some(work) = self.work.take() else { return Ok(()) };
        // The panic of one write must not end the thread that all need.
        let outcome = catch_unwind(AssertUnwindSafe(|| work(transaction)));
        let outcome = outcome.unwrap_or_else(|_| Err(DbErr::Custom("a write panicked".to_owned())));
        let failed = outcome.as_ref().err().cloned();
        self.outcome = Some(outcome);
        failed.map_or(Ok(()), Err)
    }

    fn answer(self: Box<Self>, end: &Result<(), DbErr>) {
        let outcome = match (self.outcome, end) {
            // The loss of the file also explains why a statement failed.
            (_, Err(lost @ DbErr::Conn(_))) => Err(lost.clone()),
            (Some(Err(error)), _) => Err(error),
            // A result may rest on changes of others that were rolled back.
            (_, Err(error)) => Err(error.clone()),
            (Some(outcome), Ok(())) => outcome,
            (None, Ok(())) => Err(DbErr::Custom("a write was left out".to_owned())),
        };
        // The caller may be gone; the write counts nevertheless.
        let _ = self.answer.send(outcome);
    }
}
