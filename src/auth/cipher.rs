//! Encryption of data that only one caller may read again.

use aws_lc_rs::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, Salt},
};

/// Random bytes before each ciphertext, for a key of its own.
const SALT: usize = 32;
/// The purpose from which HKDF derives the keys. A change makes stored ciphertexts unreadable.
const PURPOSE: &[u8] = b"reinstate sealed answer 1";

/// Encrypts with secrets that aren't stored, so the database reveals nothing. It uses
/// ChaCha20-Poly1305 with keys that HKDF-SHA-256 derives.
pub struct Cipher(Vec<u8>);

impl Cipher {
    /// Creates the cipher of these secrets; decryption takes both.
    pub fn new(secrets: [&str; 2]) -> Self {
        // The lengths keep ("ab", "c") apart from ("a", "bc").
        let parts = secrets
            .iter()
            .flat_map(|secret| secret.len().to_be_bytes().into_iter().chain(secret.bytes()));
        Self(parts.collect())
    }

    /// Encrypts a text bound to a context, without which decryption fails.
    ///
    /// `None` when it is too long for the cipher (256 GiB).
    pub fn encrypt(&self, mut text: Vec<u8>, context: &[u8]) -> Option<Vec<u8>> {
        let salt: [u8; SALT] = rand::random();
        self.key(&salt)?.seal_in_place_append_tag(nonce(), Aad::from(context), &mut text).ok()?;
        Some([salt.as_slice(), &text].concat())
    }

    /// Decrypts a text. `None`: other secrets, another context, and a modified ciphertext.
    pub fn decrypt(&self, encrypted: &[u8], context: &[u8]) -> Option<Vec<u8>> {
        let (salt, encrypted) = encrypted.split_at_checked(SALT)?;
        let mut text = encrypted.to_vec();
        let length =
            self.key(salt)?.open_in_place(nonce(), Aad::from(context), &mut text).ok()?.len();
        text.truncate(length);
        Some(text)
    }

    fn key(&self, salt: &[u8]) -> Option<LessSafeKey> {
        let secret = Salt::new(HKDF_SHA256, salt).extract(&self.0);
        let key: UnboundKey = secret.expand(&[PURPOSE], &CHACHA20_POLY1305).ok()?.into();
        Some(LessSafeKey::new(key))
    }
}

/// The nonce of every text. Each text has a key of its own.
fn nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}
