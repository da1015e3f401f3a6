//! Generates the values of credentials. They are shown once and stored as a hash (D3).

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::caller::CredentialKind;

/// The value of a new credential. It has 256 random bits behind a prefix that secret scanners
/// recognise.
///
/// It has no `Debug` and no `Display`, so that no log can contain it.
pub struct Secret(String);

impl CredentialKind {
    /// The prefix of values. Identity tokens, which others issue, begin with base64 of `{"`.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::AccessToken => "rsat_",
            Self::ApiKey => "rsak_",
            Self::IdentityToken => "eyJ",
        }
    }
}

impl Secret {
    /// Generates a value from a generator seeded by the operating system.
    pub fn generate(kind: CredentialKind) -> Self {
        let bits: [u8; RANDOM_BYTES] = rand::random();
        Self(format!("{}{}", kind.prefix(), HEXLOWER.encode(&bits)))
    }

    /// The value, for the response to the request that generated it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash that is stored.
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// The number of random bytes in a value.
const RANDOM_BYTES: usize = 32;
/// Random characters shown at each end: 32 of 256 bits.
const SHOWN: usize = 4;

/// The beginning of an API key, `rsak_5f2b`, and its last four characters.
///
/// They identify it to its holder, and are too short to guess the rest. `None`: the service didn't
/// generate the value, whose ends could be most of it.
pub fn marks(value: &str) -> Option<[String; 2]> {
    let prefix = CredentialKind::ApiKey.prefix();
    let random = value.strip_prefix(prefix)?;
    let bits = HEXLOWER.decode(random.as_bytes()).ok()?;
    let (first, last) = (random.get(..SHOWN)?, random.get(random.len() - SHOWN..)?);
    (bits.len() == RANDOM_BYTES).then(|| [format!("{prefix}{first}"), last.to_owned()])
}

/// SHA-256. Values have 256 random bits, so they need no slow hash.
pub fn digest(value: &str) -> [u8; 32] {
    Sha256::digest(value).into()
}

/// SHA-256 in hexadecimal, as it is stored.
pub fn hash(value: &str) -> String {
    HEXLOWER.encode(&digest(value))
}
