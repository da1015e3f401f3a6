//! The keys of an identity provider, read anew as it changes them, within bounds.

use chrono::TimeDelta;
use entity::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::Mutex;

use super::source::{Key, Source, Unreadable};
use crate::error::Error;

/// After so long the keys are read anew, so that one that the provider has withdrawn is dropped.
const FRESH: TimeDelta = TimeDelta::minutes(5);
/// So long they serve while reading them fails; then no token is taken any more.
const KEPT: TimeDelta = TimeDelta::hours(1);
/// So often they are read at most, however many tokens name a key that is not known.
const EVERY: TimeDelta = TimeDelta::seconds(10);

/// The keys of a source.
pub struct Keys(Arc<Shared>);

struct Shared {
    source: Source,
    known: RwLock<Option<Known>>,
    /// When the last reading began. Whoever holds it reads.
    projection: Mutex<Timestamp>,
}

/// What was read, and when.
#[derive(Clone)]
struct Known {
    keys: Arc<[Key]>,
    at: Timestamp,
}

impl Keys {
    /// The keys of a source, read at once.
    ///
    /// # Errors
    /// When it is a file that can't be read or holds no key that serves.
    pub async fn of(source: Source, now: Timestamp) -> Result<Self, Unreadable> {
        let is_file = matches!(source, Source::File(_));
        let shared = Shared { source, known: RwLock::default(), projection: Mutex::new(now) };
        match shared.read(now).await {
            Err(unreadable) if is_file => return Err(unreadable),
            Err(_) | Ok(()) => {}
        }
        Ok(Self(Arc::new(shared)))
    }

    /// The one key for a token that names this key, or none, and was signed so.
    ///
    /// # Errors
    /// `Unauthenticated` where there is none, or more than one; `Unavailable` while there are no keys.
    pub async fn find(
        &self,
        id: Option<&str>,
        by: Algorithm,
        now: Timestamp,
    ) -> Result<DecodingKey, Error> {
        let known = self.0.known(now);
        if let Some(key) = known.as_ref().and_then(|known| known.key(id, by)) {
            if known.is_some_and(|known| since(known.at, now) > FRESH) {
                // Nobody waits for that.
                let shared = Arc::clone(&self.0);
                tokio::spawn(async move { shared.read_anew(now).await });
            }
            return Ok(key);
        }
        self.0.read_anew(now).await;
        let known = self.0.known(now).ok_or(Error::Unavailable)?;
        known.key(id, by).ok_or(Error::Unauthenticated)
    }
}

impl Shared {
    /// What is known, unless it is too old.
    fn known(&self, now: Timestamp) -> Option<Known> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|known| since(known.at, now) < KEPT).cloned()
    }

    /// Reads the keys, unless that was done just now.
    async fn read_anew(&self, now: Timestamp) {
        let mut last = self.projection.lock().await;
        if since(*last, now) >= EVERY {
            *last = now;
            // It has been logged, and what was known serves on.
            let _ = self.read(now).await;
        }
    }

    async fn read(&self, now: Timestamp) -> Result<(), Unreadable> {
        let read = self.source.read().await;
        let keys = read.inspect_err(|why| {
            tracing::error!(%why, "the keys of the identity provider (JWT_JWKS) can't be read");
        })?;
        let known = Known { keys: keys.into(), at: now };
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(())
    }
}

fn since(before: Timestamp, now: Timestamp) -> TimeDelta {
    now.to_chrono() - before.to_chrono()
}

impl Known {
    fn key(&self, id: Option<&str>, by: Algorithm) -> Option<DecodingKey> {
        let is_meant = |key: &&Key| id.is_none_or(|id| key.id.as_deref() == Some(id));
        let mut fitting =
            self.keys.iter().filter(is_meant).filter(|it| it.algorithms.contains(&by));
        match (fitting.next(), fitting.next()) {
            (Some(key), None) => Some(key.decoding.clone()),
            _ => None,
        }
    }
}
