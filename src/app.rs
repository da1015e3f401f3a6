//! What every operation works with.

use std::{sync::Arc, time::Duration};

use entity::Timestamp;
use moka::sync::Cache;
use serde_json::{Map, Value as Json};

use crate::{access::Caller, cache::FreshCache, clock::Clock, database::Database, feed::Feed};

/// How long a credential is trusted after it was looked up. A change made through this server acts
/// at once; this is for changes made beside it.
const CREDENTIALS_FOR: Duration = Duration::from_secs(3);
/// How long a bundle of translations is used after it was read, unless a restore clears it.
const BUNDLES_FOR: Duration = Duration::from_secs(5);

/// The state that all requests share.
pub struct App {
    /// The database.
    pub database: Database,
    /// The time.
    pub clock: Clock,
    /// What was read before and may be used again.
    pub caches: Caches,
    /// What happens to records.
    pub feed: Arc<Feed>,
}

/// The caches, each named for what it holds.
pub struct Caches {
    /// Callers, by the hash of their credential.
    pub credentials: FreshCache<String, Arc<Caller>>,
    /// Translations, by locale and group.
    pub translations: FreshCache<(String, String), Arc<Map<String, Json>>>,
    /// When a use of an API key was last written down, by the number of the key.
    pub uses: Cache<i64, Timestamp>,
}

/// A cache that a change to a kind of record makes stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// None of them.
    Nothing,
    /// Who may do what.
    Credentials,
    /// The bundles of translations.
    Translations,
}

impl App {
    /// The application over a database, with empty caches.
    #[must_use]
    pub fn new(database: Database, clock: Clock) -> Self {
        let caches = Caches {
            credentials: FreshCache::new(10_000, CREDENTIALS_FOR),
            translations: FreshCache::new(1_000, BUNDLES_FOR),
            uses: Cache::new(10_000),
        };
        Self { database, clock, caches, feed: Arc::default() }
    }

    /// To be called after a change has committed and before it is answered: forgets what the change
    /// has made stale, and tells those who follow what happens.
    pub fn written(&self, stale: Stale) {
        self.caches.clear(stale);
        self.feed.wake();
    }
}

impl Caches {
    /// Forgets what a committed change has made stale.
    pub fn clear(&self, stale: Stale) {
        match stale {
            Stale::Nothing => {}
            Stale::Credentials => self.credentials.clear(),
            Stale::Translations => self.translations.clear(),
        }
    }
}
