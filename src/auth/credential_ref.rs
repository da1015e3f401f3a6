//! A reference to the credential of a request, for data that outlives the request.

use super::caller::{Credential, CredentialKind};

/// A credential and the value that was sent with the request.
///
/// Data that only this caller may read again is stored under the credential's kind and id, and
/// encrypted with its secret.
#[derive(Clone, Copy)]
pub struct CredentialRef<'a> {
    /// The credential.
    pub credential: &'a Credential,
    /// The value that was presented with the request.
    pub presented: &'a str,
}

impl<'a> CredentialRef<'a> {
    /// The secret of the credential, the same in each request. The server stores at most its hash.
    ///
    /// Empty for tokens of an identity provider: an account's token changes every few minutes.
    #[must_use]
    pub const fn secret(self) -> &'a str {
        match self.credential.kind {
            CredentialKind::AccessToken | CredentialKind::ApiKey => self.presented,
            CredentialKind::IdentityToken => "",
        }
    }
}
