//! A request with an idempotency key.

use sha2::{Digest, Sha256};

use crate::{
    auth::{Call, Cipher},
    error::{Error, FieldError},
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

    /// Decrypts a stored response; an error if it belongs to another request.
    pub(super) fn decrypt(&self, encrypted: &[u8]) -> Result<Vec<u8>, Error> {
        let mut text = self.cipher.decrypt(encrypted, &self.id).ok_or_else(|| {
            problem(
                "was used before the credential got the value it has now, so that the stored response \
                 can't be decrypted",
            )
        })?;
        let response = text.split_off(self.fingerprint.len());
        if text == self.fingerprint {
            Ok(response)
        } else {
            Err(problem("was used for another request"))
        }
    }
}

/// The error of a key whose stored response is another request's.
pub(super) fn problem(text: &str) -> Error {
    Error::Invalid(vec![FieldError::new(IDEMPOTENCY_KEY, text)])
}
