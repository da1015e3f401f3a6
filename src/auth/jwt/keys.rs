//! The keys of an identity provider, reloaded when they change.

use chrono::TimeDelta;
use entity::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::Mutex;

use super::source::{Key, Source};
use crate::error::Error;

/// Age at which keys are reloaded, to drop withdrawn ones.
const RELOAD_AGE: TimeDelta = TimeDelta::minutes(5);
/// Age until which keys are used while reloading fails. Then tokens are rejected.
const MAX_AGE: TimeDelta = TimeDelta::hours(1);
/// Least time between two reloads, however many tokens name an unknown key.
const RELOAD_INTERVAL: TimeDelta = TimeDelta::seconds(10);

/// The cached keys of a source.
pub struct Keys(Arc<Shared>);

struct Shared {
    source: Source,
    known: RwLock<Option<Loaded>>,
    /// When the last reload started. The holder of the lock reloads.
    last_reload: Mutex<Timestamp>,
}

/// The loaded keys.
#[derive(Clone)]
struct Loaded {
    keys: Arc<[Key]>,
    at: Timestamp,
}

impl Keys {
    /// Loads the keys of a source.
    ///
    /// # Errors
    /// When the source is a file that can't be read or has no usable key.
    pub async fn load(source: Source, now: Timestamp) -> Result<Self, String> {
        let shared = Shared { source, known: RwLock::default(), last_reload: Mutex::new(now) };
        let read = shared.read(now).await;
        if matches!(shared.source, Source::File(_)) {
            read?;
        }
        Ok(Self(Arc::new(shared)))
    }

    /// The key for a token with this algorithm and key id.
    ///
    /// # Errors
    /// `Unauthenticated` unless exactly one key matches; `Unavailable` without any keys.
    pub async fn find(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
        now: Timestamp,
    ) -> Result<DecodingKey, Error> {
        let known = self.0.known(now);
        if let Some(key) = known.as_ref().and_then(|known| known.key(id, algorithm)) {
            if known.is_some_and(|known| since(known.at, now) > RELOAD_AGE) {
                // The token doesn't wait for it.
                let shared = Arc::clone(&self.0);
                tokio::spawn(async move { shared.reload(now).await });
            }
            return Ok(key);
        }
        self.0.reload(now).await;
        let known = self.0.known(now).ok_or(Error::Unavailable)?;
        known.key(id, algorithm).ok_or(Error::Unauthenticated)
    }
}

impl Shared {
    /// The loaded keys, unless they are too old.
    fn known(&self, now: Timestamp) -> Option<Loaded> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|known| since(known.at, now) < MAX_AGE).cloned()
    }

    /// Reloads the keys, unless that happened just now.
    async fn reload(&self, now: Timestamp) {
        let mut last = self.last_reload.lock().await;
        if since(*last, now) >= RELOAD_INTERVAL {
            *last = now;
            // The error is logged, and the loaded keys stay in use.
            let _ = self.read(now).await;
        }
    }

    async fn read(&self, now: Timestamp) -> Result<(), String> {
        let read = self.source.read().await;
        let keys = read.inspect_err(|why| {
            tracing::error!(%why, "the keys of the identity provider (JWT_JWKS) can't be read");
        })?;
        let known = Loaded { keys: keys.into(), at: now };
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(())
    }
}

fn since(before: Timestamp, now: Timestamp) -> TimeDelta {
    now.to_chrono() - before.to_chrono()
}

impl Loaded {
    fn key(&self, id: Option<&str>, algorithm: Algorithm) -> Option<DecodingKey> {
        let has_id = |key: &&Key| id.is_none_or(|id| key.id.as_deref() == Some(id));
        let mut matching =
            self.keys.iter().filter(has_id).filter(|it| it.algorithms.contains(&algorithm));
        match (matching.next(), matching.next()) {
            (Some(key), None) => Some(key.decoding.clone()),
            _ => None,
        }
    }
}
