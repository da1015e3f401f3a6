//! What a request may cost (D23).

use std::{
    fmt,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::{
    error::{BudgetExceeded, Error, Exceeded},
    lock::lock,
};

/// Counts bytes for an account, until it is dropped.
pub trait Held: fmt::Debug + Send + Sync {
    /// Counts more bytes.
    ///
    /// # Errors
    /// `TooExpensive` when that is too much for the account, or in all.
    fn add(&mut self, bytes: usize) -> Result<(), Error>;
}

/// The budgets of each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Bytes of the response.
    pub response_bytes: u64,
    /// Rows that the database may have to read, as far as known.
    pub rows: u64,
    /// How long the database may work.
    pub database_time: Duration,
    /// How many operations of its account may read or write at once.
    pub operations: usize,
    /// How many slow statements of its account may run at once.
    pub slow_statements: usize,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            response_bytes: 16 * 1024 * 1024,
            rows: 20_000_000,
            database_time: Duration::from_secs(5),
            operations: 10,
            slow_statements: 2,
        }
    }
}

/// The budgets of one request, and what is spent of them.
#[derive(Debug, Default)]
pub struct Budget {
    limits: Budgets,
    response_bytes: AtomicU64,
    read_bytes: AtomicU64,
    rows: AtomicU64,
    microseconds: AtomicU64,
    /// Counts what was read for the account, until the request ends.
    held: Mutex<Option<Box<dyn Held>>>,
}

impl Budget {
    /// A budget of which nothing is spent.
    pub fn new(limits: Budgets) -> Self {
        Self { limits, ..Self::default() }
    }

    /// A budget of which nothing is spent, with at most this time.
    pub fn within(&self, time: Duration) -> Self {
        let database_time = self.limits.database_time.min(time);
        Self::new(Budgets { database_time, ..self.limits })
    }

    /// The limits.
    pub const fn limits(&self) -> &Budgets {
        &self.limits
    }

    /// The bytes and rows that are spent.
    pub fn spent(&self) -> (u64, u64) {
        (self.response_bytes.load(Ordering::Relaxed), self.rows.load(Ordering::Relaxed))
    }

    /// The bytes that were read.
    pub fn read(&self) -> usize {
        usize::try_from(self.read_bytes.load(Ordering::Relaxed)).unwrap_or(usize::MAX)
    }

    /// How long slow statements took.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.microseconds.load(Ordering::Relaxed))
    }

    /// How many bytes the response may still have.
    pub fn bytes_left(&self) -> usize {
        let left = self.limits.response_bytes.saturating_sub(self.spent().0);
        usize::try_from(left).unwrap_or(usize::MAX)
    }

    /// Spends bytes of the response.
    ///
    /// # Errors
    /// `TooExpensive` when there are not as many left.
    pub fn spend_bytes(&self, bytes: usize) -> Result<(), Error> {
        spend(
            &self.response_bytes,
            bytes as u64,
            self.limits.response_bytes,
            Exceeded::ResponseBytes,
        )
    }

    /// Spends bytes of long values that were read. They count before they are written, since all
    /// are held in memory until then.
    ///
    /// # Errors
    /// `TooExpensive` when they are more than the response may have.
    pub fn spend_read(&self, bytes: usize) -> Result<(), Error> {
        spend(&self.read_bytes, bytes as u64, self.limits.response_bytes, Exceeded::ResponseBytes)
    }

    /// Holds bytes that were read, until the request ends.
    ///
    /// # Errors
    /// As [`Held::add`].
    pub fn hold(&self, new: impl FnOnce() -> Box<dyn Held>, bytes: usize) -> Result<(), Error> {
        lock(&self.held).get_or_insert_with(new).add(bytes)
    }

    /// Spends rows that a statement may read.
    ///
    /// # Errors
    /// `TooExpensive` when there are not as many left.
    pub fn spend_rows(&self, rows: u64) -> Result<(), Error> {
        spend(&self.rows, rows, self.limits.rows, Exceeded::Rows)
    }

    /// Adds how long a statement took.
    pub fn add_time(&self, elapsed: Duration) {
        let elapsed = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(elapsed, Ordering::Relaxed);
    }

    /// Checks that the database may still work for the request.
    ///
    /// # Errors
    /// `TooExpensive` when it may not.
    pub fn check_time(&self) -> Result<(), Error> {
        if self.time() < self.limits.database_time { Ok(()) } else { Err(self.past_time()) }
    }

    /// The error after the database ended a statement that worked too long. It has the amounts.
    pub fn explained(&self, error: Error) -> Error {
        match error {
            Error::TooExpensive(exceeded) if exceeded.allowed.is_none() => self.past_time(),
            error => error,
        }
    }

    fn past_time(&self) -> Error {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let allowed = self.limits.database_time;
        // Statements that are not known to be slow are not counted.
        let needed = self.time().max(allowed);
        BudgetExceeded::new(Exceeded::DatabaseTime, millis(allowed), millis(needed)).into()
    }
}

/// Spends an amount, unless it is refused.
fn spend(spent: &AtomicU64, amount: u64, allowed: u64, exceeded: Exceeded) -> Result<(), Error> {
    let before = spent.fetch_add(amount, Ordering::Relaxed);
    let needed = before.saturating_add(amount);
    if needed <= allowed {
        Ok(())
    } else {
        spent.fetch_sub(amount, Ordering::Relaxed);
        Err(BudgetExceeded::new(exceeded, allowed, needed).into())
    }
}
