//! Sealing what only one caller may read again.

use aws_lc_rs::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, Salt},
};

/// Random bytes in front of each sealed text, by which it has a key of its own.
const SALT: usize = 32;
/// What the keys are for.
const PURPOSE: &[u8] = b"reinstate sealed answer 1";

/// Seals texts by secrets that are stored nowhere, so that the database alone reveals none of them:
/// ChaCha20-Poly1305 under keys that HKDF-SHA-256 derives.
pub struct Cipher(Vec<u8>);

impl Cipher {
    /// The seal that takes all of these secrets to open.
    #[must_use]
    pub fn of(secrets: [&str; 2]) -> Self {
        // Where one ends and the next begins is part of it.
        let parts = secrets
            .iter()
            .flat_map(|secret| secret.len().to_be_bytes().into_iter().chain(secret.bytes()));
        Self(parts.collect())
    }

    /// The text, sealed for a place: elsewhere it can't be opened.
    ///
    /// `None` when it is too long for the cipher, at 256 GiB.
    #[must_use]
    pub fn close(&self, mut text: Vec<u8>, place: &[u8]) -> Option<Vec<u8>> {
        let salt: [u8; SALT] = rand::random();
        self.key(&salt)?.seal_in_place_append_tag(nonce(), Aad::from(place), &mut text).ok()?;
        Some([salt.as_slice(), &text].concat())
    }

    /// The text that was sealed; `None` for other secrets, for another place, and for what was
    /// tampered with.
    #[must_use]
    pub fn open(&self, sealed: &[u8], place: &[u8]) -> Option<Vec<u8>> {
        let (salt, sealed) = sealed.split_at_checked(SALT)?;
        let mut text = sealed.to_vec();
        let length =
            self.key(salt)?.open_in_place(nonce(), Aad::from(place), &mut text).ok()?.len();
        text.truncate(length);
        Some(text)
    }

    fn key(&self, salt: &[u8]) -> Option<LessSafeKey> {
        let secret = Salt::new(HKDF_SHA256, salt).extract(&self.0);
        let key: UnboundKey = secret.expand(&[PURPOSE], &CHACHA20_POLY1305).ok()?.into();
        Some(LessSafeKey::new(key))
    }
}

/// Every text has a key of its own, so that the same number does for all.
fn nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}

#[cfg(test)]
mod tests {
    use super::Cipher;
    use super::SALT;

    #[test]
    fn a_text_is_opened_by_its_secrets_in_its_place_and_by_nothing_else() {
        let (text, place) = (b"the value of a key".as_slice(), b"row 1".as_slice());
        let seal = Cipher::of(["token", "key"]);
        let sealed = seal.close(text.to_vec(), place).unwrap();
        assert_eq!(Cipher::of(["token", "key"]).open(&sealed, place).as_deref(), Some(text));
        for others in [["token", "yek"], ["nekot", "key"], ["tokenk", "ey"], ["key", "token"]] {
            assert_eq!(Cipher::of(others).open(&sealed, place), None, "{others:?}");
        }
        assert_eq!(seal.open(&sealed, b"row 2"), None);
        for byte in 0..sealed.len() {
            let mut other = sealed.clone();
            other[byte] ^= 1;
            assert_eq!(seal.open(&other, place), None, "byte {byte} is another");
            assert_eq!(seal.open(&sealed[..byte], place), None, "only {byte} bytes");
        }
    }

    #[test]
    fn nothing_of_a_text_can_be_seen() {
        let (seal, text) = (Cipher::of(["token", "key"]), [7_u8; 64]);
        let [one, other] = [(); 2].map(|()| seal.close(text.to_vec(), b"").unwrap());
        assert_eq!(one.len(), SALT + text.len() + 16);
        let same = one.iter().zip(&other).filter(|(one, other)| one == other);
        assert!(same.count() < 16, "the same text is sealed alike");
        assert!(!one.windows(4).any(|window| window == &text[..4]));
    }
}
