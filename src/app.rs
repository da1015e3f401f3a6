//! What every operation works with.

mod keys_in_use;
mod unit_of_work;

use std::{
    collections::HashSet,
    num::NonZeroUsize,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use entity::Timestamp;
use lru::LruCache;
use serde_json::{Map, Value as Json};
use tokio::sync::broadcast;

use crate::{
    access::Caller, cache::FreshCache, clock::Clock, database::Database, feed::Feed,
    identity::Provider, metrics::Metrics, news::News, retention::Retention, traces::Traces,
};

pub use keys_in_use::{InUse, KeysInUse};
use unit_of_work::Pending;
pub use unit_of_work::UnitOfWork;

/// How long a credential is trusted after it was looked up. A change made through this server acts
/// at once, and one that another process of this program made does within a second; this is for what
/// is done to the database by hand.
const CREDENTIALS_FOR: Duration = Duration::from_secs(3);
/// How long a bundle of translations is used after it was read, unless a change clears it.
const BUNDLES_FOR: Duration = Duration::from_secs(5);
/// Most API keys whose last use is remembered.
const USES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9_999);

/// How many changes of credentials a connection may be behind before it takes them to be its own.
const TURNS: usize = 64;

/// The state that all requests share.
pub struct App {
    /// The database.
    pub database: Database,
    /// The time.
    pub clock: Clock,
    /// What was read before and may be used again.
    pub caches: Caches,
    /// That something may have been written.
    pub news: Arc<News>,
    /// What happens to records.
    pub feed: Arc<Feed>,
    /// What operators measure.
    pub metrics: Arc<Metrics>,
    /// Whose credentials have changed, for those who act by one for long.
    pub turned: broadcast::Sender<Whose>,
    /// The identity provider whose tokens are taken too.
    pub provider: OnceLock<Provider>,
    /// For how long deleted records are kept; empty: for ever.
    pub retention: OnceLock<Retention>,
    /// What sends traces; empty: nothing does.
    pub traces: OnceLock<Traces>,
    /// The idempotency keys that are in use.
    pub keys_in_use: Arc<KeysInUse>,
    /// What is to be forgotten once the unit of work that this is part of is committed; `None`: it is
    /// part of none.
    pending: Option<Pending>,
}

/// Whose credentials have changed: their own state, or what they may do.
#[derive(Clone, Debug)]
pub enum Whose {
    /// Anybody's.
    Anybody,
    /// Those of these accounts.
    Accounts(Arc<HashSet<i64>>),
}

/// The caches, each named for what it holds.
pub struct Caches {
    /// Callers, by the hash of their credential.
    pub credentials: FreshCache<String, Arc<Caller>>,
    /// Translations, by locale and group.
    pub translations: FreshCache<(String, String), Arc<Map<String, Json>>>,
    /// When a use of an API key was last written down, by the number of the key.
    pub uses: Arc<Mutex<LruCache<i64, Timestamp>>>,
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
        let metrics = Metrics::new(clock.now().to_chrono().timestamp());
        let caches = Caches {
            credentials: FreshCache::new(10_000, CREDENTIALS_FOR, metrics.meter("credentials")),
            translations: FreshCache::new(1_000, BUNDLES_FOR, metrics.meter("translations")),
            uses: Arc::new(Mutex::new(LruCache::new(USES))),
        };
        metrics.watch("credentials", caches.credentials.counting());
        metrics.watch("translations", caches.translations.counting());
        let news = Arc::new(News::default());
        let feed = Arc::new(Feed::new(Arc::clone(&news)));
        let turned = broadcast::Sender::new(TURNS);
        let (provider, retention) = (OnceLock::new(), OnceLock::new());
        Self {
            database,
            clock,
            caches,
            news,
            feed,
            turned,
            metrics,
            provider,
            retention,
            traces: OnceLock::new(),
            keys_in_use: Arc::default(),
            pending: None,
        }
    }

    /// To be called after a change has committed and before it is answered: forgets what the change
    /// has made stale, and tells those who follow what happens. In a unit of work that is put off
    /// until all of it is committed.
    pub fn written(&self, stale: Stale) {
        if let Some(pending) = &self.pending {
            pending.add(stale);
            return;
        }
        self.caches.clear(stale);
        self.news.written();
    }
}

impl Whose {
    /// Whether those of the account are among them.
    #[must_use]
    pub fn includes(&self, account: i64) -> bool {
        match self {
            Self::Anybody => true,
            Self::Accounts(accounts) => accounts.contains(&account),
        }
    }
}

impl Caches {
    /// Caches for what is not committed yet, which nobody else may be told of: they keep nothing.
    fn bypassed(&self) -> Self {
        Self {
            credentials: self.credentials.bypassed(),
            translations: self.translations.bypassed(),
            uses: Arc::clone(&self.uses),
        }
    }

    /// Forgets what a committed change has made stale.
    pub fn clear(&self, stale: Stale) {
        match stale {
            Stale::Nothing => {}
            Stale::Credentials => self.credentials.clear(),
            Stale::Translations => self.translations.clear(),
        }
    }
}
