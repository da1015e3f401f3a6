//! The state that all operations share.

use sea_orm::{
    DbBackend,
    sea_query::{Condition, Expr, Query},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, AtomicUsize},
    },
};
use tokio::sync::broadcast;

use super::{
    adopted::AdoptedTables,
    byte_limit::ByteLimit,
    concurrency::{ConcurrencyLimits, Load, StatementPermit, Work},
    in_progress::KeysInUse,
    retention::Retention,
    runs::Runs,
    shares::Shares,
    table_sizes::{FEW, TableSizes},
};
use crate::{
    auth::{Budgets, Call, SignIn, jwt::Provider},
    clock::Clock,
    error::{Error, Traffic},
    store::{
        AffectedAccounts, Caches, RowsByKey, Stale, WriteSignal,
        database::{Connection, Database, Reading, Role, Unlimited},
        feed::Feed,
    },
    telemetry::metrics::Metrics,
};

/// How many credential changes a live connection may lag behind. Beyond, it assumes that its own
/// credential changed.
const CREDENTIAL_CHANGES: usize = 64;

/// The state that all requests share.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// The caches of values read from the database.
    pub caches: Caches,
    /// Signals that something may have been written.
    pub write_signal: Arc<WriteSignal>,
    /// The change feed.
    pub feed: Arc<Feed>,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// Credential changes, broadcast to live connections.
    pub credential_changes: broadcast::Sender<AffectedAccounts>,
    /// The identity provider whose tokens are accepted, if one is configured.
    pub provider: Arc<OnceLock<Provider>>,
    /// How people sign in to the console beside tokens. Unset: only with tokens.
    pub sign_in: OnceLock<SignIn>,
    /// How long deleted records are kept; unset: forever.
    pub retention: OnceLock<Retention>,
    /// The tables of other programs that are shown; unset: none.
    pub adopted: OnceLock<Arc<AdoptedTables>>,
    /// The budgets of a request; unset: the default ones.
    pub budgets: OnceLock<Budgets>,
    /// Bytes of requests that are not read to their end.
    pub held_requests: ByteLimit,
    /// Bytes of responses that are not sent yet.
    pub held_responses: ByteLimit,
    /// Bytes of subscriptions.
    pub held_subscriptions: ByteLimit,
    /// Lets statements wait for each other.
    pub concurrency: Arc<ConcurrencyLimits>,
    /// Reads rows by their keys, several by one statement.
    pub rows_by_key: Arc<RowsByKey>,
    /// About how many rows each table has.
    pub table_sizes: Arc<TableSizes>,
    /// The idempotency keys whose requests are running.
    pub keys_in_use: Arc<KeysInUse>,
    /// The operations that run in batches in this process.
    pub runs: Arc<Runs>,
    /// The state of this application's unit of work, if any.
    pub(super) pending: Option<Arc<Pending>>,
}

/// What a unit of work does at its end.
#[derive(Default)]
pub(super) struct Pending {
    /// The work to begin once it is committed.
    pub work: Mutex<Vec<AfterCommit>>,
    /// The caches to clear once it is committed.
    pub stale: Mutex<Vec<Stale>>,
    /// The records that the response shows, by kind.
    pub answered: Mutex<BTreeMap<&'static str, BTreeSet<i64>>>,
    /// Whether it will be rolled back.
    pub is_aborted: AtomicBool,
    /// What its operations read and write at once.
    pub load: Load,
    /// Rows that were written by operations that write many.
    pub rows: AtomicUsize,
}

/// Work that begins after a commit, outside of the unit of work.
pub(super) type AfterCommit = Box<dyn FnOnce(&Arc<App>) + Send>;

impl App {
    /// Creates an application over a database, with empty caches.
    pub fn new(database: Database, clock: Clock) -> Self {
        let metrics = Metrics::new(clock.now().to_chrono().timestamp());
        let caches = Caches::new(&metrics);
        let write_signal = Arc::new(WriteSignal::default());
        let feed = Arc::new(Feed::new(Arc::clone(&write_signal)));
        let kinds = [Traffic::Requests, Traffic::Responses, Traffic::Subscriptions];
        let [held_requests, held_responses, held_subscriptions] = kinds.map(|of| {
            let (held, limit) = metrics.held_bytes(of.name());
            ByteLimit::new(of, held, limit)
        });
        let concurrency = ConcurrencyLimits::new(database.most_operations());
        let rows_by_key = Arc::new(RowsByKey::new(&database));
        Self {
            database,
            clock,
            caches,
            write_signal,
            feed,
            credential_changes: broadcast::Sender::new(CREDENTIAL_CHANGES),
            metrics,
            provider: Arc::default(),
            sign_in: OnceLock::new(),
            retention: OnceLock::new(),
            adopted: OnceLock::new(),
            budgets: OnceLock::new(),
            held_requests,
            held_responses,
            held_subscriptions,
            concurrency: Arc::new(concurrency),
            rows_by_key,
            table_sizes: Arc::default(),
            keys_in_use: Arc::default(),
            runs: Arc::default(),
            pending: None,
        }
    }

    /// The budgets of a request.
    pub fn budgets(&self) -> Budgets {
        self.budgets.get().copied().unwrap_or_default()
    }

    /// How long deleted records are kept.
    pub fn retention(&self) -> &Retention {
        static FOREVER: Retention = Retention::forever();
        self.retention.get().unwrap_or(&FOREVER)
    }

    /// Waits until the caller may run another operation, and returns the call with its permit. Its
    /// statements don't count as slow.
    ///
    /// Call it before beginning a transaction: otherwise both may wait for each other's connection.
    pub async fn enter(&self, call: &Arc<Call>, work: Work) -> Arc<Call> {
        let is_queued = work == Work::OneChange && self.database.backend() == DbBackend::Sqlite;
        let permit =
            if is_queued { None } else { self.concurrency.enter(&self.database, call).await };
        match permit.map(Arc::new) {
            None => Arc::clone(call),
            permit => Arc::new(Call { permit, ..Call::clone(call) }),
        }
    }

    /// Waits until the caller may read that many rows.
    ///
    /// # Errors
    /// `TooExpensive` when the request may not read as many, or has used up its time.
    pub async fn reader(&self, call: &Call, rows: u64) -> Result<StatementPermit, Error> {
        call.budget.spend_rows(rows)?;
        let lacks_places = self.pending.as_ref().is_some_and(|it| it.load != Load::ReadsMany);
        let mut permit = self.concurrency.reader(&self.database, call, rows).await?;
        if lacks_places && rows > FEW {
            permit.places = Some(self.concurrency.try_places(call)?);
        }
        permit.reading = self.reading();
        if self.database.has_replica() {
            self.metrics.count_list_read(matches!(*permit, Connection::Replica(_)));
        }
        Ok(permit)
    }

    /// Gives a connection to read a few rows by a key or an index, never from a replica.
    ///
    /// # Errors
    /// `TooExpensive` when the request may not read as many.
    pub async fn point_reader(&self, call: &Call, rows: usize) -> Result<StatementPermit, Error> {
        call.budget.spend_rows(rows as u64)?;
        let operation = self.concurrency.enter(&self.database, call).await;
        let reader = self.database.unlimited(Role::Permitted(call.user_id)).reader;
        Ok(StatementPermit::of(reader.of(call.user_id), operation))
    }

    /// Where a call writes. It has its permit, or SQLite's writer takes it in turn.
    pub fn writes(&self, call: &Call) -> Unlimited<'_> {
        let is_sqlite = self.database.backend() == DbBackend::Sqlite;
        let may = is_sqlite || call.permit.is_some() || self.database.is_scoped();
        debug_assert!(may, "a write needs a permit: call `enter` before");
        self.database.unlimited(Role::Permitted(call.user_id))
    }

    /// Spends bytes that were read for a call. They count for its account until it ends.
    ///
    /// # Errors
    /// `TooExpensive` when they are more than the response may have, or the account may hold.
    pub fn spend_read(&self, call: &Call, bytes: usize) -> Result<(), Error> {
        // What is refused has been read, too.
        self.count_answer(call, bytes);
        call.budget.spend_read(bytes)?;
        if bytes > ByteLimit::SMALL {
            let share = self.held_responses.share(Some(call.user_id));
            call.budget.hold(|| Box::new(share.none()), bytes)
        } else {
            Ok(())
        }
    }

    /// Counts bytes that were read or written for a call, if they are many.
    pub fn count_answer(&self, call: &Call, bytes: usize) {
        if Shares::is_long(bytes) {
            self.concurrency.shares(call).count_answer(bytes);
        }
    }

    /// Estimates the rows a statement reads, by its index if possible. `true`: the condition is
    /// known to find few; otherwise they are all rows of the table.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn rows_found(
        &self,
        call: &Call,
        table: &'static str,
        found: impl FnOnce() -> Condition,
    ) -> Result<(u64, bool), Error> {
        let all = self.table_sizes.of(&self.database, table).await?;
        if all <= FEW {
            return Ok((all, false));
        }
        let found = Query::select().expr(Expr::cust("1")).from(table).cond_where(found()).take();
        let found = self.database.backend().build(&found);
        let permit = || self.concurrency.reader(&self.database, call, FEW);
        let few = self.table_sizes.few(found, permit).await?;
        Ok((few.unwrap_or(all), few.is_some()))
    }

    /// Marks the unit of work as reading until the value is dropped. On SQLite nobody else writes
    /// meanwhile, so it is interrupted when it reads for too long in all.
    pub fn reading(&self) -> Option<Reading> {
        self.database.reading()
    }
}
