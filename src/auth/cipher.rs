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

#[cfg(test)]
mod tests {
    use super::{Cipher, SALT};

    #[test]
    fn only_the_same_secrets_and_context_decrypt() {
        let (text, context) = (b"the value of a key".as_slice(), b"row 1".as_slice());
        let cipher = Cipher::new(["token", "key"]);
        let encrypted = cipher.encrypt(text.to_vec(), context).unwrap();
        let decrypted = Cipher::new(["token", "key"]).decrypt(&encrypted, context);
        assert_eq!(decrypted.as_deref(), Some(text));
        for others in [["token", "yek"], ["nekot", "key"], ["tokenk", "ey"], ["key", "token"]] {
            assert_eq!(Cipher::new(others).decrypt(&encrypted, context), None, "{others:?}");
        }
        assert_eq!(cipher.decrypt(&encrypted, b"row 2"), None);
        for byte in 0..encrypted.len() {
            let mut other = encrypted.clone();
            other[byte] ^= 1;
            assert_eq!(cipher.decrypt(&other, context), None, "byte {byte} is modified");
            assert_eq!(cipher.decrypt(&encrypted[..byte], context), None, "only {byte} bytes");
        }
    }

    #[test]
    fn a_ciphertext_reveals_nothing_of_the_text() {
        let (cipher, text) = (Cipher::new(["token", "key"]), [7_u8; 64]);
        let [one, other] = [(); 2].map(|()| cipher.encrypt(text.to_vec(), b"").unwrap());
        assert_eq!(one.len(), SALT + text.len() + 16);
        let same = one.iter().zip(&other).filter(|(one, other)| one == other);
        assert!(same.count() < 16, "the same text is encrypted alike");
        assert!(!one.windows(4).any(|window| window == &text[..4]));
    }
}
