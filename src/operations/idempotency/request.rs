//! A request with an idempotency key, and what its stored response shows.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

use crate::{
    app::App,
    auth::{Call, Caller, Cipher, EVERY},
    error::{Error, Problem},
    kinds::{self, permission_names},
    operations::rows::read::with_ids,
};

/// The name of the header with the key, as messages spell it.
pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// A request that can be retried with its key. It takes effect once.
pub struct Request {
    /// The hash under which the response is stored.
    pub(super) id: [u8; 32],
    /// The account whose quota the response counts for (D30).
    pub(super) account: String,
    /// Whether stored responses are replayed. A deleted caller, which may only restore itself (D2),
    /// gets none.
    pub(super) may_replay: bool,
    cipher: Cipher,
    /// Differs between requests that are not the same.
    fingerprint: [u8; 32],
}

impl Request {
    /// Creates the request with this fingerprint from a client's call and key.
    pub fn new(call: &Call, key: &str, fingerprint: [u8; 32]) -> Self {
        let credential = &call.credential;
        let id = Sha256::new()
            .chain_update(credential.kind.name())
            .chain_update([0])
            .chain_update(credential.id.to_be_bytes())
            .chain_update(key)
            .finalize();
        let cipher = Cipher::new([call.secret(), key]);
        let account = format!("account {}", call.user_id);
        Self { id: id.into(), account, may_replay: !call.deleted, cipher, fingerprint }
    }

    /// Encrypts the response, with the fingerprint, for storage.
    pub(super) fn encrypt(&self, response: &[u8]) -> Result<Vec<u8>, Error> {
        let text = [self.fingerprint.as_slice(), response].concat();
        self.cipher.encrypt(text, &self.id).ok_or(Error::Internal)
    }

    /// Decrypts what is stored; an error if it belongs to another request.
    pub(super) fn decrypt(&self, encrypted: &[u8]) -> Result<Stored, Error> {
        let mut text = self
            .cipher
            .decrypt(encrypted, &self.id)
            .ok_or_else(|| Error::invalid(IDEMPOTENCY_KEY, Problem::OtherSecret))?;
        let response = text.split_off(self.fingerprint.len());
        if text != self.fingerprint {
            return Err(Error::invalid(IDEMPOTENCY_KEY, Problem::OtherRequest));
        }
        // No response is as short.
        Ok(match Uuid::from_slice(&response) {
            Ok(operation) => Stored::Unfinished(operation),
            Err(_) => Stored::Response(response),
        })
    }
}

/// What is stored under a key.
pub(super) enum Stored {
    Nothing,
    /// The operation of a request that writes in parts, and has not ended.
    Unfinished(Uuid),
    Response(Vec<u8>),
}

/// The records that a response shows, and what its caller held. It is replayed only to a caller who
/// may still see that (D26).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Disclosure {
    /// The ids of the records, by kind.
    pub records: BTreeMap<String, BTreeSet<i64>>,
    /// The names of the permissions.
    pub permissions: BTreeSet<String>,
}

impl Disclosure {
    /// What the response to a caller shows, once its work has ended.
    pub fn of(app: &App, caller: &Caller) -> Self {
        let answered = app.answered().into_iter();
        Self {
            records: answered.map(|(kind, ids)| (kind.to_owned(), ids)).collect(),
            permissions: caller.permissions.names().map(str::to_owned).collect(),
        }
    }

    /// Checks that the caller has lost no permission, and that no record has been purged.
    ///
    /// # Errors
    /// `Forbidden` for a lost permission, `Invalid` for a purged record.
    pub async fn check(&self, app: &App, call: &Call) -> Result<(), Error> {
        let is_lost =
            |name: &&str| self.permissions.contains(*name) && !call.permissions.covers(name);
        let known = permission_names().into_iter().chain([EVERY]);
        let required: Vec<_> = known.filter(is_lost).collect();
        if !required.is_empty() {
            return Err(Error::Forbidden { required });
        }
        for (kind, ids) in &self.records {
            let Some(resource) = kinds::named(kind) else { continue };
            let ids: Vec<i64> = ids.iter().copied().collect();
            let rows = with_ids(resource, &ids, app.database.backend());
            let id = resource.projection(&[resource.columns.id]);
            let reader = app.point_reader(call, ids.len()).await?;
            if resource.read(&*reader, &id, rows).await?.len() < ids.len() {
                return Err(Error::invalid(IDEMPOTENCY_KEY, Problem::PurgedRecord));
            }
        }
        Ok(())
    }
}
