//! The caches of the application, and what makes them stale.

use engine::{BoundedCache, ReadCache};
use entity::Timestamp;
use serde_json::{Map, Value as Json};
use std::{
    collections::HashSet,
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{
    auth::{Caller, PermissionSet},
    telemetry::metrics::Metrics,
};

/// How long a credential is cached. Changes by this process take effect at once, those by another
/// process of this program within a second; this limit is for changes by hand in the database.
const CREDENTIALS_TTL: Duration = Duration::from_secs(3);
/// How long the names of roles with the same versions are used. A change by hand may count none.
const GRANTS_TTL: Duration = Duration::from_secs(30);
/// How long a translation bundle is cached, unless a change clears it.
const TRANSLATIONS_TTL: Duration = Duration::from_secs(5);

/// Bytes of each cache.
const CREDENTIALS: usize = 48 * 1024 * 1024;
const GRANTS: usize = 32 * 1024 * 1024;
const TRANSLATIONS: usize = 16 * 1024 * 1024;
const USES: usize = 1024 * 1024;

/// The caches, each named for its content.
#[derive(Clone)]
pub struct Caches {
    /// Callers, by the hash of their credential.
    pub credentials: ReadCache<[u8; 32], Arc<Caller>>,
    /// What accounts are granted, by account and whether deleted roles count.
    pub grants: BoundedCache<(i64, bool), Arc<KnownGrants>>,
    /// Translations, by locale and group.
    pub translations: ReadCache<(String, String), Arc<Map<String, Json>>>,
    /// When the last use of each API key was recorded, by id.
    pub uses: BoundedCache<i64, Timestamp>,
}

/// A permission of an account, the id of the role it is from, or a role and its version.
pub type Grant = (Option<String>, Option<i64>, Option<i64>);

/// What an account was granted, which is the same while its sources are.
pub struct KnownGrants {
    /// Its own permissions, and its roles with their versions.
    pub sources: Vec<Grant>,
    /// Everything that it may do.
    pub permissions: PermissionSet,
    /// When they were read.
    pub read: Instant,
}

/// The cache that a change to a kind of record makes stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// None.
    Nothing,
    /// Credentials and their permissions.
    Credentials,
    /// Credentials of an account, and those that others got from it.
    CredentialsOf(i64),
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
    pub fn new(metrics: &Metrics) -> Self {
        let credentials = ReadCache::of_bytes(
            CREDENTIALS,
            |_: &[u8; 32], caller: Option<&Arc<Caller>>| {
                caller.map_or(0, |caller| bytes_of_caller(caller))
            },
            CREDENTIALS_TTL,
            metrics.meter("credentials"),
        );
        let translations = ReadCache::of_bytes(
            TRANSLATIONS,
            |(locale, group): &(String, String), texts: Option<&Arc<Map<String, Json>>>| {
                locale.len() + group.len() + texts.map_or(0, |texts| bytes_of_texts(texts))
            },
            TRANSLATIONS_TTL,
            metrics.meter("translations"),
        );
        metrics.watch("credentials", credentials.counting());
        metrics.watch("translations", translations.counting());
        let grants = BoundedCache::of_bytes(GRANTS, |_, known: &Arc<KnownGrants>| {
            known.sources.len() * (size_of::<Grant>() + TEXT_BYTES) + known.permissions.bytes()
        });
        let uses = BoundedCache::of_bytes(USES, |_, _| 0);
        Self { credentials, grants, translations, uses }
    }

    /// Caches that keep nothing, for transactions reading their uncommitted changes.
    pub fn bypassed(&self) -> Self {
        Self {
            credentials: self.credentials.bypassed(),
            translations: self.translations.bypassed(),
            ..self.clone()
        }
    }

    /// Clears what a committed change has made stale.
    pub fn clear(&self, stale: Stale) {
        match stale {
            Stale::Nothing => {}
            Stale::Credentials => self.credentials.clear(),
            Stale::CredentialsOf(account) => self.clear_credentials(|it| it == account),
            Stale::Translations => self.translations.clear(),
        }
    }
}

impl Caches {
    /// Clears the credentials of these accounts, and those that others got from them.
    pub fn clear_credentials(&self, is_changed: impl Fn(i64) -> bool) {
        self.credentials.clear_where(|caller| {
            let issuers = &caller.credential.issuers.accounts;
            is_changed(caller.user_id) || issuers.iter().any(|account| is_changed(*account))
        });
    }
}

/// Bytes that each name or text has in memory beside its own.
const TEXT_BYTES: usize = 48;

fn bytes_of_caller(caller: &Caller) -> usize {
    size_of::<Caller>()
        + caller.credential.name.as_ref().map_or(0, String::len)
        + caller.permissions.bytes()
}

impl KnownGrants {
    /// Whether they can still be used.
    pub fn is_young(&self) -> bool {
        self.read.elapsed() < GRANTS_TTL
    }
}

fn bytes_of_texts(texts: &Map<String, Json>) -> usize {
    let bytes = |text: &Json| size_of::<Json>() + text.as_str().map_or(0, str::len);
    texts.iter().map(|(key, text)| key.len() + bytes(text) + TEXT_BYTES).sum()
}

impl AffectedAccounts {
    /// Whether the account is affected.
    pub fn includes(&self, account: i64) -> bool {
        match self {
            Self::Anybody => true,
            Self::Accounts(accounts) => accounts.contains(&account),
        }
    }
}
