//! How long a transaction reads while nobody else can write to SQLite.

use sea_orm::ConnectOptions;
use std::{
    future::ready,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use crate::lock::lock;

/// Longest time that a unit of work reads. Those that read many rows come one at a time, so that
/// nobody waits a quarter of a second to write.
pub(crate) const LONGEST_HOLD: Duration = Duration::from_millis(150);
/// SQLite instructions between two checks whether to go on. Only reads of single rows take fewer.
const INSTRUCTIONS: i32 = 1_000;
/// There is no deadline.
const NEVER: u64 = u64::MAX;

/// Until when statements may run on the connection that writes.
#[derive(Clone, Debug)]
pub(crate) struct Hold {
    start: Instant,
    /// In milliseconds since the start.
    until: Arc<AtomicU64>,
    reads: Arc<Mutex<Reads>>,
}

/// The reads of a transaction.
#[derive(Debug)]
struct Reads {
    /// How many are running.
    running: usize,
    since: Instant,
    /// How long they may still run.
    left: Duration,
}

/// A transaction that reads, until this is dropped.
pub struct Reading(Hold);

impl Default for Hold {
    fn default() -> Self {
        let start = Instant::now();
        let reads = Reads { running: 0, since: start, left: Duration::ZERO };
        Self { start, until: Arc::new(AtomicU64::new(NEVER)), reads: Arc::new(Mutex::new(reads)) }
    }
}

impl Hold {
    /// Interrupts statements on new connections past the deadline.
    pub fn enforce(&self, options: &mut ConnectOptions) {
        let hold = self.clone();
        options.map_sqlx_sqlite_pool_opts(move |options| {
            let (new, released) = (hold.clone(), hold.clone());
            options
                .after_connect(move |connection, _| {
                    let hold = new.clone();
                    Box::pin(async move {
                        hold.until.store(NEVER, Ordering::Relaxed);
                        let mut handle = connection.lock_handle().await?;
                        handle.set_progress_handler(INSTRUCTIONS, move || hold.goes_on());
                        Ok(())
                    })
                })
                .after_release(move |_, _| {
                    released.until.store(NEVER, Ordering::Relaxed);
                    Box::pin(ready(Ok(true)))
                })
        });
    }

    /// Lets a transaction that has begun read for that time in all.
    pub fn begin(&self, time: Duration) {
        *lock(&self.reads) = Reads { running: 0, since: Instant::now(), left: time };
    }

    /// Notes that the transaction reads.
    pub fn reading(&self) -> Reading {
        let mut reads = lock(&self.reads);
        if reads.running == 0 {
            reads.since = Instant::now();
            let until = millis(self.start.elapsed() + reads.left);
            self.until.store(until, Ordering::Relaxed);
        }
        reads.running += 1;
        Reading(self.clone())
    }

    fn goes_on(&self) -> bool {
        let until = self.until.load(Ordering::Relaxed);
        until == NEVER || millis(self.start.elapsed()) < until
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        let mut reads = lock(&self.0.reads);
        reads.running = reads.running.saturating_sub(1);
        if reads.running == 0 {
            reads.left = reads.left.saturating_sub(reads.since.elapsed());
            self.0.until.store(NEVER, Ordering::Relaxed);
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(NEVER)
}
