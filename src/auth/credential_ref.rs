//! Whoever holds a credential, for what outlasts a request.

use super::caller::{Credential, CredentialKind};

/// A credential in its holder's hand.
///
/// What a caller is to find again is stored under the credential's kind and number, and sealed by
/// what nobody else has.
#[derive(Clone, Copy)]
pub struct CredentialRef<'a> {
    /// The credential, by which the holder is known.
    pub credential: &'a Credential,
    /// The value that was presented with the request.
    pub presented: &'a str,
}

impl<'a> CredentialRef<'a> {
    /// What the holder has, the same with each request, and the server stores at most a hash of.
    ///
    /// Nothing for tokens of an identity provider: each is another after minutes, and stands for the
    /// same account.
    #[must_use]
    pub const fn secret(self) -> &'a str {
        match self.credential.kind {
            CredentialKind::AccessToken | CredentialKind::ApiKey => self.presented,
            CredentialKind::IdentityToken => "",
        }
    }
}
