//! Queues statements so that slow ones leave connections for others.

use sea_orm::DbBackend;
use std::{sync::Arc, thread::available_parallelism};
use tokio::{sync::OwnedSemaphorePermit, time::Instant};

use super::{
    super::{
        shares::{Busy, Shares},
        table_sizes::FEW,
    },
    permit::{Places, StatementPermit},
};
pub use crate::store::database::{Place, SERVER};
use crate::{
    auth::{Budgets, Call},
    error::Error,
    store::{
        BoundedCache,
        database::{Database, Turns},
    },
};

/// Statements that may read more rows than this take turns. Reading that many takes less than a
/// millisecond.
const SHORT_ROWS: u64 = 1_000;
/// Statements that may read more rows than this are slow. Reading that many takes about 10 ms.
const SLOW_ROWS: u64 = FEW;
/// Statements that may read more rows than this don't take all places. Reading that many takes
/// about a second.
const HEAVY_ROWS: u64 = 2_000_000;
/// Transactions that write more rows than this take turns.
const SHORT_WRITE: usize = 100;
/// Bytes of the places of all accounts.
const BYTES: usize = 4 * 1024 * 1024;

/// Limits concurrent statements per account (D30), and those that read many rows in all.
///
/// The slow ones of all accounts are no more than the cores, and fewer than the connections; so are
/// those that read some thousand rows. No account has all of these places, nor have the heaviest
/// statements.
pub struct ConcurrencyLimits {
    medium: Arc<Turns>,
    /// Short statements of accounts whose answers are long, or of which it is not known. They leave a
    /// core to others.
    long: Arc<Turns>,
    slow: Arc<Turns>,
    heavy: Arc<Turns>,
    /// Transactions that write many rows. They leave a core to others, and the writer of SQLite.
    writing: Arc<Turns>,
    /// Changes of single records with long values, which PostgreSQL compresses. They leave a core to others.
    changing: Arc<Turns>,
    /// Bodies and documents that are parsed. They leave a core to others.
    parsing: Arc<Turns>,
    /// Reads of what accounts may do. They leave a connection of the background to others.
    callers: Arc<Turns>,
    limit: usize,
    /// Most operations of an account, whatever its budget.
    operations: usize,
    accounts: BoundedCache<i64, Arc<Shares>>,
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

/// How much operations that change something read and write at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Load {
    /// Few rows.
    #[default]
    Small,
    /// They may read many rows first, or are many.
    ReadsMany,
    /// It is one, which writes many rows.
    WritesMany,
}

impl ConcurrencyLimits {
    /// Limits for a database, with the most concurrent operations of each account.
    pub fn new(operations: usize) -> Self {
        let limit = available_parallelism().map_or(2, usize::from).clamp(2, 4);
        let [medium, slow] = [limit; 2].map(Turns::new);
        let [long, heavy, changing, parsing] = [limit - 1; 4].map(Turns::new);
        let [writing, callers] = [1, 2].map(Turns::new);
        let accounts = BoundedCache::of_bytes(BYTES, |_, _| Shares::BYTES);
        Self {
            medium,
            long,
            slow,
            heavy,
            writing,
            changing,
            parsing,
            callers,
            limit,
            operations,
            accounts,
        }
    }

    /// Waits until the caller may run another operation, whose statements don't count as slow. `None`:
    /// the call has its permit, or its transaction has.
    pub(in crate::app) async fn enter(
        &self,
        database: &Database,
        call: &Call,
    ) -> Option<OwnedSemaphorePermit> {
        if call.permit.is_some() || database.is_scoped() {
            None
        } else {
            self.shares(call).all.clone().acquire_owned().await.ok()
        }
    }

    /// Waits until a statement may run which may read that many rows.
    ///
    /// # Errors
    /// `TooExpensive` when the request has used up its time.
    pub(in crate::app) async fn reader(
        &self,
        database: &Database,
        call: &Call,
        rows: u64,
    ) -> Result<StatementPermit, Error> {
        let shares = self.shares(call);
        let _operation = self.enter(database, call).await;
        // A transaction has its places, and doesn't wait for those who may wait for its connection.
        let takes_turns = rows > SHORT_ROWS || shares.may_get_long_answers();
        let places = if takes_turns && !database.is_scoped() {
            loop {
                shares.wait(call).await;
                let places = self.places(call, rows).await;
                // Others of the account's requests may have got much meanwhile.
                if shares.may_get_more(call) {
                    break Some(places);
                }
            }
        } else {
            None
        };
        let (reader, budget) = if rows > SLOW_ROWS {
            call.budget.check_time()?;
            let since = Instant::now();
            (database.slow_reader().await?, Some((Arc::clone(&call.budget), since)))
        } else {
            (database.list_reader().await, None)
        };
        let reader = reader.of(call.user_id);
        let reader = if places.is_some() { reader.watched() } else { reader };
        let first = shares.is_new().then_some(shares);
        Ok(StatementPermit { reader, _operation, places, reading: None, budget, first })
    }

    /// Waits for the places of a statement, or of a transaction, that reads so many rows.
    pub(in crate::app) async fn places(&self, call: &Call, rows: u64) -> Places {
        let shares = self.shares(call);
        let (own, all) = if rows > SLOW_ROWS {
            (&shares.slow, &self.slow)
        } else if shares.may_get_long_answers() {
            (&shares.medium, &self.long)
        } else {
            (&shares.medium, &self.medium)
        };
        let own = own.clone().acquire_owned().await.ok();
        let heavy =
            if rows > HEAVY_ROWS { Some(self.heavy.take(call.user_id).await) } else { None };
        (own, [heavy, Some(all.take(call.user_id).await)])
    }

    /// Takes places of a transaction that has not waited for them before it began. It can't wait: those
    /// who have them may wait for its connection.
    ///
    /// # Errors
    /// `Conflict` if none are free, after which the request can be retried.
    pub(in crate::app) fn try_places(&self, call: &Call) -> Result<Places, Error> {
        let own = self.shares(call).slow.clone().try_acquire_owned().ok();
        match (own, self.slow.try_take(call.user_id)) {
            (Some(own), Some(all)) => Ok((Some(own), [None, Some(all)])),
            _ => Err(Error::Conflict),
        }
    }

    /// Waits until a transaction may write that many rows. `None`: they are few, or it is within one.
    pub async fn writer(&self, database: &Database, account: i64, rows: usize) -> Option<Place> {
        if rows > SHORT_WRITE && !database.is_scoped() {
            Some(self.writing.take(account).await)
        } else {
            None
        }
    }

    /// Waits until one record may get so many bytes. `None`: they are fewer, it is within a transaction, or on SQLite,
    /// whose writer takes accounts in turn.
    pub async fn changer(&self, database: &Database, account: i64, bytes: usize) -> Option<Place> {
        let takes_turns = Shares::is_long_body(bytes)
            && !database.is_scoped()
            && database.backend() == DbBackend::Postgres;
        if takes_turns { Some(self.changing.take(account).await) } else { None }
    }

    /// Waits until so many bytes may be parsed and checked for an account, which takes about a
    /// millisecond for 8 KiB. `None`: they are fewer.
    pub async fn parser(&self, account: i64, bytes: usize) -> Option<Place> {
        if Shares::is_long_body(bytes) { Some(self.parsing.take(account).await) } else { None }
    }

    /// Waits until a message with so many bytes may be written for an account. `None`: they are few.
    pub async fn sender(&self, account: i64, bytes: usize) -> Option<Place> {
        if Shares::is_long(bytes) { Some(self.parsing.take(account).await) } else { None }
    }

    /// Waits until a request may use a core for a while. Who has had one for long takes turns. Within a
    /// transaction nobody waits.
    pub async fn processor(&self, database: &Database, call: &Call) -> Busy {
        let shares = self.shares(call);
        let place = if shares.is_busy() && !database.is_scoped() {
            loop {
                shares.wait(call).await;
                let place = self.parsing.take(call.user_id).await;
                if shares.may_get_more(call) {
                    break Some(place);
                }
            }
        } else {
            None
        };
        Busy::new(shares, place)
    }

    /// Waits until the caller may run another document. `None`: within a transaction nobody waits.
    pub async fn document(&self, database: &Database, call: &Call) -> Option<OwnedSemaphorePermit> {
        if database.is_scoped() {
            None
        } else {
            let shares = self.shares(call);
            shares.wait(call).await;
            shares.documents.clone().acquire_owned().await.ok()
        }
    }

    /// Waits until what an account may do may be read, which are many rows if it has many roles. `None`:
    /// a transaction reads it itself.
    pub async fn caller(&self, database: &Database, account: i64) -> Option<Place> {
        if database.is_scoped() || !database.reads_callers_apart() {
            None
        } else {
            Some(self.callers.take(account).await)
        }
    }

    /// How many slow statements run.
    pub fn slow_statements(&self) -> i64 {
        i64::try_from(self.slow.taken()).unwrap_or(i64::MAX)
    }

    /// What the account of a call may do at once.
    pub fn shares(&self, call: &Call) -> Arc<Shares> {
        let new = || {
            let Budgets { operations, slow_statements, .. } = *call.budget.limits();
            let slow = slow_statements.min(self.limit - 1);
            Arc::new(Shares::new(operations.min(self.operations), slow))
        };
        self.accounts.get_or_insert(call.user_id, |_| true, new)
    }
}
