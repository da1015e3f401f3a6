//! Queues statements so that slow ones leave connections for others.

use std::{borrow::Cow, sync::Arc, thread::available_parallelism};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

use super::table_sizes::FEW;
use crate::{
    auth::{Budget, Budgets, Call, CredentialKind},
    error::Error,
    store::{
        BoundedCache,
        database::{Connection, Database, Reading},
    },
};

/// Statements that may read more rows than this are slow. Reading that many takes about 10 ms.
const SLOW_ROWS: u64 = FEW;
/// Statements that may read more rows than this don't take all places. Reading that many takes
/// about a second.
const HEAVY_ROWS: u64 = 2_000_000;
/// Bytes of the places of all credentials.
const BYTES: usize = 4 * 1024 * 1024;

/// Limits concurrent statements per credential, and slow ones in all.
///
/// The slow ones of all credentials are no more than the cores, and fewer than the connections. No
/// credential has all of these places, nor have the heaviest statements.
pub struct ConcurrencyLimits {
    slow: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    limit: usize,
    /// Most operations of a credential, whatever its budget.
    operations: usize,
    credentials: BoundedCache<(CredentialKind, i64), Arc<Shares>>,
}

/// The statements of one credential.
struct Shares {
    all: Arc<Semaphore>,
    slow: Arc<Semaphore>,
}

/// What an operation does, which decides whether it waits for a permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Changes one record. The writer of SQLite takes these in turn, and commits those together that
    /// wait.
    OneChange,
    /// Anything else.
    Other,
}

/// Permission to run a statement; dropping it lets the next one run.
pub struct StatementPermit<'a> {
    /// Where the statement runs.
    pub reader: Cow<'a, Connection>,
    _permits: [Option<OwnedSemaphorePermit>; 3],
    /// The time that a unit of work reads on the only writer.
    pub(super) reading: Option<Reading>,
    /// The budget from which the time of a slow statement is taken.
    budget: Option<(Arc<Budget>, Instant)>,
}

impl ConcurrencyLimits {
    /// Limits for a database, with the most concurrent operations of each credential.
    pub fn new(operations: usize) -> Self {
        let limit = available_parallelism().map_or(2, usize::from).clamp(2, 4);
        let slow = Arc::new(Semaphore::new(limit));
        let heavy = Arc::new(Semaphore::new(limit - 1));
        let bytes = |_: &_, _: &_| size_of::<Shares>() + 2 * size_of::<Semaphore>();
        Self { slow, heavy, limit, operations, credentials: BoundedCache::of_bytes(BYTES, bytes) }
    }

    /// Waits until the caller may run another operation. Its statements don't count as slow.
    pub async fn enter(&self, call: &Call) -> impl Sized + Send + use<> {
        self.shares(call).all.clone().acquire_owned().await
    }

    /// Waits until a statement may run which may read that many rows.
    ///
    /// # Errors
    /// `TooExpensive` when the request may not read as many, or has used up its time.
    pub async fn reader<'a>(
        &self,
        database: &'a Database,
        call: &Call,
        rows: u64,
    ) -> Result<StatementPermit<'a>, Error> {
        call.budget.spend_rows(rows)?;
        if rows <= SLOW_ROWS {
            let reader = database.list_reader().await;
            return Ok(StatementPermit {
                reader,
                _permits: [None, None, None],
                reading: None,
                budget: None,
            });
        }
        // A transaction has its connection, and doesn't wait for those who may wait for one.
        let permits = match database.is_scoped() {
            true => [None, None, None],
            false => {
                let own = self.shares(call).slow.clone().acquire_owned().await.ok();
                let heavy = match rows > HEAVY_ROWS {
                    true => self.heavy.clone().acquire_owned().await.ok(),
                    false => None,
                };
                [own, heavy, self.slow.clone().acquire_owned().await.ok()]
            }
        };
        call.budget.check_time()?;
        let budget = Some((Arc::clone(&call.budget), Instant::now()));
        let reader = database.slow_reader().await?;
        Ok(StatementPermit { reader, _permits: permits, reading: None, budget })
    }

    /// How many slow statements run.
    pub fn slow_statements(&self) -> i64 {
        let running = self.limit.saturating_sub(self.slow.available_permits());
        i64::try_from(running).unwrap_or(i64::MAX)
    }

    fn shares(&self, call: &Call) -> Arc<Shares> {
        let new = || {
            let Budgets { operations, slow_statements, .. } = *call.budget.limits();
            let all = Semaphore::new(operations.min(self.operations));
            let slow = Semaphore::new(slow_statements.min(self.limit - 1));
            Arc::new(Shares { all: Arc::new(all), slow: Arc::new(slow) })
        };
        let key = (call.credential.kind, call.credential.id);
        self.credentials.get_or_insert(key, |_| true, new)
    }
}

impl Drop for StatementPermit<'_> {
    fn drop(&mut self) {
        if let Some((budget, since)) = &self.budget {
            budget.add_time(since.elapsed());
        }
    }
}
