//! The bytes of requests and responses in transit, and of subscriptions (D23, D30).

use prometheus_client::metrics::gauge::Gauge;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use crate::{
    auth::Held,
    error::{BudgetExceeded, Error, Traffic},
    lock::lock,
};

/// Largest part of all bytes that one account may have.
const QUARTER: u64 = 4;
/// Most held bytes of each kind, by default.
pub const HELD_BYTES: usize = 48 * 1024 * 1024;

/// Counts and limits held bytes of one kind. The limits are for each account and in all.
#[derive(Clone, Debug)]
pub struct ByteLimit(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    of: Traffic,
    held: Gauge,
    limit: Gauge,
    accounts: Mutex<HashMap<Option<i64>, u64>>,
}

/// The part of an account; those without an account have one together.
#[derive(Clone, Debug)]
pub struct Share {
    all: ByteLimit,
    account: Option<i64>,
}

/// Permission to hold bytes, until it is dropped.
#[derive(Debug)]
pub struct BytePermit {
    share: Share,
    bytes: u64,
}

/// Bytes that count as long as they are in memory.
#[derive(Debug)]
pub struct Counted<B, H> {
    /// The bytes.
    pub bytes: B,
    /// What counts them.
    pub held: H,
}

impl<B: AsRef<[u8]>, H> AsRef<[u8]> for Counted<B, H> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

impl ByteLimit {
    /// Bytes of a response that are not counted.
    pub const SMALL: usize = 16 * 1024;

    /// Counts with these gauges, within the default limit.
    pub fn new(of: Traffic, held: Gauge, limit: Gauge) -> Self {
        let all = Self(Arc::new(Shared { of, held, limit, accounts: Mutex::default() }));
        all.set_limit(HELD_BYTES);
        all
    }

    /// Sets how many bytes may be held in all.
    pub fn set_limit(&self, bytes: usize) {
        self.0.limit.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// The share of an account.
    pub fn share(&self, account: Option<i64>) -> Share {
        Share { all: self.clone(), account }
    }
}

impl Share {
    /// Holds no bytes yet.
    pub fn none(&self) -> BytePermit {
        BytePermit { share: self.clone(), bytes: 0 }
    }

    /// Holds the bytes of a response, unless it is small.
    ///
    /// # Errors
    /// As [`BytePermit::add`].
    pub fn hold(&self, bytes: usize) -> Result<Option<BytePermit>, Error> {
        if bytes <= ByteLimit::SMALL {
            return Ok(None);
        }
        let mut held = self.none();
        held.add(bytes)?;
        Ok(Some(held))
    }
}

impl Held for BytePermit {
    fn add(&mut self, bytes: usize) -> Result<(), Error> {
        Self::add(self, bytes)
    }
}

impl BytePermit {
    /// Holds more bytes.
    ///
    /// # Errors
    /// `TooExpensive` when that is too much for the account, beside others of its own, or in all.
    pub fn add(&mut self, bytes: usize) -> Result<(), Error> {
        let bytes = bytes as u64;
        let Shared { of, held, limit, accounts } = &*self.share.all.0;
        let limit = u64::try_from(limit.get()).unwrap_or_default();
        let mut accounts = lock(accounts);
        let own = accounts.get(&self.share.account).copied().unwrap_or_default();
        // A single one may be larger.
        let is_only = own == self.bytes;
        if !is_only && own + bytes > limit / QUARTER {
            return Err(BudgetExceeded::of_account(*of, limit / QUARTER, own + bytes).into());
        }
        let all = u64::try_from(held.get()).unwrap_or_default();
        if all + bytes > limit {
            return Err(BudgetExceeded::of_all(*of, limit, all + bytes).into());
        }
        accounts.insert(self.share.account, own + bytes);
        held.inc_by(count(bytes));
        self.bytes += bytes;
        Ok(())
    }

    /// Holds nothing more.
    pub fn release(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        if bytes == 0 {
            return;
        }
        let Shared { held, accounts, .. } = &*self.share.all.0;
        let mut accounts = lock(accounts);
        let left = accounts.get(&self.share.account).map(|own| own.saturating_sub(bytes));
        match left {
            Some(left @ 1..) => accounts.insert(self.share.account, left),
            _ => accounts.remove(&self.share.account),
        };
        held.dec_by(count(bytes));
    }
}

impl Drop for BytePermit {
    fn drop(&mut self) {
        self.release();
    }
}

fn count(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use prometheus_client::metrics::gauge::Gauge;

    use super::{ByteLimit, Traffic, lock};

    const KIB: usize = 1024;

    /// Each account has a quarter, and a single one may be larger.
    #[test]
    fn accounts_have_shares() {
        let held = Gauge::default();
        let all = ByteLimit::new(Traffic::Responses, held.clone(), Gauge::default());
        all.set_limit(400 * KIB);
        let hold = |account: i64, bytes: usize| all.share(Some(account)).hold(bytes);
        let message =
            |account: i64, bytes: usize| hold(account, bytes).unwrap_err().message().into_owned();
        let first = hold(1, 90 * KIB).unwrap();
        assert!(message(1, 20 * KIB).contains("max-held-bytes"));
        // What is small is not counted.
        assert!(hold(1, 16 * KIB).unwrap().is_none());
        let large = hold(2, 200 * KIB).unwrap();
        assert!(message(2, 20 * KIB).contains("this account"));
        assert!(message(3, 120 * KIB).contains("all accounts"));
        assert_eq!(held.get(), 290 * 1024);
        drop(large);
        let mut growing = all.share(Some(3)).none();
        for _ in 0..30 {
            growing.add(10 * KIB).unwrap();
        }
        assert!(growing.add(20 * KIB).is_err());
        drop((first, growing));
        assert_eq!(held.get(), 0);
        assert!(lock(&all.0.accounts).is_empty());
    }
}
