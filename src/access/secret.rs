//! The values of credentials: made here, shown once, stored as a hash (D3).

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::CredentialKind;

/// A new credential's value: 256 random bits behind a prefix that secret scanners recognise.
///
/// It prints itself in no log: there is no `Debug` and no `Display`.
pub struct Secret(String);

impl CredentialKind {
    /// How the values of this kind begin.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::AccessToken => "rsat_",
            Self::ApiKey => "rsak_",
        }
    }
}

impl Secret {
    /// A new value from the operating system's random source, by way of a generator seeded from it.
    #[must_use]
    pub fn generate(kind: CredentialKind) -> Self {
        let bits: [u8; 32] = rand::random();
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
}

/// SHA-256 in hexadecimal. The values hold 256 random bits, so that nothing slower is needed.
#[must_use]
pub fn hash(value: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(value))
}
