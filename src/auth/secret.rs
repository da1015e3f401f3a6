//! The values of credentials: made here, shown once, stored as a hash (D3).

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::caller::CredentialKind;

/// A new credential's value: 256 random bits behind a prefix that secret scanners recognise.
///
/// It prints itself in no log: there is no `Debug` and no `Display`.
pub struct Secret(String);

impl CredentialKind {
    /// How the values of this kind begin; identity tokens, which are made elsewhere, with a JSON
    /// object in base64.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::AccessToken => "rsat_",
            Self::ApiKey => "rsak_",
            Self::IdentityToken => "eyJ",
        }
    }
}

impl Secret {
    /// A new value from the operating system's random source, by way of a generator seeded from it.
    #[must_use]
    pub fn generate(kind: CredentialKind) -> Self {
        let bits: [u8; RANDOM_BYTES] = rand::random();
        Self(format!("{}{}", kind.prefix(), HEXLOWER.encode(&bits)))
    }

    /// The value, to be handed to whoever asked for it and to nobody else.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    #[must_use]
    pub fn hash(&self) -> String {
        hash(&self.0)
    }

    /// By what its holder recognises it.
    #[must_use]
    pub fn marks(&self) -> Option<Marks> {
        Marks::of(&self.0)
    }
}

/// Bytes that are random in a value.
const RANDOM_BYTES: usize = 32;
/// Random characters that are shown at each end: 32 of 256 bits, the rest stays unknown.
const SHOWN: usize = 4;

/// By what a value is recognised by whoever holds it: too little to guess the rest from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// How it begins, `rsak_5f2b`.
    pub prefix: String,
    /// Its last four characters.
    pub last_four: String,
}

impl Marks {
    /// Those of an API key; none where the value doesn't look like one that was made here, because
    /// its ends may be most of it.
    #[must_use]
    pub fn of(value: &str) -> Option<Self> {
        let prefix = CredentialKind::ApiKey.prefix();
        let random = value.strip_prefix(prefix)?;
        let is_ours = random.len() == 2 * RANDOM_BYTES
            && random.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let shown = random.get(..SHOWN).zip(random.get(random.len().checked_sub(SHOWN)?..));
        let (first, last) = shown.filter(|_| is_ours)?;
        Some(Self { prefix: format!("{prefix}{first}"), last_four: last.to_owned() })
    }
}

/// SHA-256 in hexadecimal. The values hold 256 random bits, so that nothing slower is needed.
#[must_use]
pub fn hash(value: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(value))
}

#[cfg(test)]
mod tests {
    use super::super::caller::CredentialKind;
    use super::Marks;
    use super::Secret;

    /// Only of a value with 256 random bits do its ends tell nothing.
    #[test]
    fn values_that_were_chosen_have_no_marks() {
        let key = Secret::generate(CredentialKind::ApiKey);
        let marks = key.marks().unwrap();
        assert_eq!(marks.prefix, key.reveal()[..9]);
        assert_eq!(marks.last_four, key.reveal()[65..]);
        let cases = [
            "",
            "rsak_",
            "rsak_0123",
            "a value that somebody chose",
            &format!("rsak_{}", "0".repeat(63)),
            &format!("rsak_{}", "0".repeat(65)),
            &format!("rsak_{}", "F".repeat(64)),
            &format!("rsak_{}", "\u{e4}".repeat(32)),
            Secret::generate(CredentialKind::AccessToken).reveal(),
        ]
        .map(Marks::of);
        assert!(cases.iter().all(Option::is_none), "{cases:?}");
    }
}
