//! The caches of the application, and what makes them stale.

use entity::Timestamp;
use lru::LruCache;
use serde_json::{Map, Value as Json};
use std::{
    collections::HashSet,
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    time::Duration,
};

use super::cache::ReadCache;
use crate::{auth::Caller, telemetry::metrics::Metrics};

/// How long a credential is cached. Changes by this process take effect at once, those by another
/// process of this program within a second; this limit is for changes by hand in the database.
const CREDENTIALS_TTL: Duration = Duration::from_secs(3);
/// How long a translation bundle is cached, unless a change clears it.
const TRANSLATIONS_TTL: Duration = Duration::from_secs(5);

/// Most API keys whose last use is remembered.
const USES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9_999);

/// The caches, each named for its content.
#[derive(Clone)]
pub struct Caches {
    /// Callers, by the hash of their credential.
    pub credentials: ReadCache<String, Arc<Caller>>,
    /// Translations, by locale and group.
    pub translations: ReadCache<(String, String), Arc<Map<String, Json>>>,
    /// When the last use of each API key was recorded, by id.
    pub uses: Arc<Mutex<LruCache<i64, Timestamp>>>,
}

/// The cache that a change to a kind of record makes stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// None.
    Nothing,
    /// Credentials and their permissions.
    Credentials,
    /// Bundles of translations.
    Translations,
}

/// The accounts whose state, credentials or permissions have changed.
#[derive(Clone, Debug)]
pub enum AffectedAccounts {
    /// Possibly every account.
    Anybody,
    /// These accounts.
    Accounts(Arc<HashSet<i64>>),
}

impl Caches {
    /// Creates empty caches that these metrics observe.
    #[must_use]
    pub fn new(metrics: &Metrics) -> Self {
        let credentials = ReadCache::new(10_000, CREDENTIALS_TTL, metrics.meter("credentials"));
        let translations = ReadCache::new(1_000, TRANSLATIONS_TTL, metrics.meter("translations"));
        metrics.watch("credentials", credentials.counting());
        metrics.watch("translations", translations.counting());
        Self { credentials, translations, uses: Arc::new(Mutex::new(LruCache::new(USES))) }
    }

    /// Caches that keep nothing, for transactions reading their uncommitted changes.
    #[must_use]
    pub fn bypassed(&self) -> Self {
        Self {
            credentials: self.credentials.bypassed(),
            translations: self.translations.bypassed(),
            uses: Arc::clone(&self.uses),
        }
    }

    /// Clears what a committed change has made stale.
    pub fn clear(&self, stale: Stale) {
        match stale {
            Stale::Nothing => {}
            Stale::Credentials => self.credentials.clear(),
            Stale::Translations => self.translations.clear(),
        }
    }
}

impl AffectedAccounts {
    /// Whether the account is affected.
    #[must_use]
    pub fn includes(&self, account: i64) -> bool {
        match self {
            Self::Anybody => true,
            Self::Accounts(accounts) => accounts.contains(&account),
        }
    }
}
