//! The caller of a request: an account and its credential.

use entity::Timestamp;
use std::collections::BTreeSet;

use super::permission::PermissionSet;

/// The account and credential of a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Id of the account.
    pub user_id: i64,
    /// Whether the account is soft-deleted. Such a caller may only restore itself (D2).
    pub deleted: bool,
    /// The permissions that both the credential and the account hold (D4).
    pub permissions: PermissionSet,
    /// The credential of the request.
    pub credential: Credential,
}

/// The credential of a request, without its value.
#[derive(Clone, Debug)]
pub struct Credential {
    /// Its kind.
    pub kind: CredentialKind,
    /// Id of its row. An identity token has no row: it is the id of the account.
    pub id: i64,
    /// Its name, chosen by the issuer.
    pub name: Option<String>,
    /// Whether it is a link, which only signs in.
    pub is_link: bool,
    /// When it expires, or an API key that issued it; `None`: never.
    pub expires_at: Option<Timestamp>,
    /// What issued it.
    pub issuers: Issuers,
}

/// What issued a credential, and what issued that, up to an operator (D36).
#[derive(Clone, Debug, Default)]
pub struct Issuers {
    /// The access tokens and API keys.
    pub credentials: Vec<(CredentialKind, i64)>,
    /// The other accounts that they act as.
    pub accounts: BTreeSet<i64>,
}

impl Credential {
    /// A credential without what issued it.
    pub fn new(
        kind: CredentialKind,
        id: i64,
        name: Option<String>,
        expires_at: Option<Timestamp>,
    ) -> Self {
        Self { kind, id, name, is_link: false, expires_at, issuers: Issuers::default() }
    }

    /// Id of the access token or API key. `None`: an identity token, which has no row.
    pub fn row(&self) -> Option<i64> {
        (self.kind != CredentialKind::IdentityToken).then_some(self.id)
    }

    /// Whether it is that API key, or was issued by it.
    pub fn comes_from(&self, key: i64) -> bool {
        let key = (CredentialKind::ApiKey, key);
        (self.kind, self.id) == key || self.issuers.credentials.contains(&key)
    }

    /// The ids of the access token and of the API key that issue what it issues.
    pub fn as_issuer(&self) -> [Option<i64>; 2] {
        [CredentialKind::AccessToken, CredentialKind::ApiKey]
            .map(|kind| (self.kind == kind).then_some(self.id))
    }
}

named! {
    /// The kinds of credential.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum CredentialKind by name {
        /// An access token of an account.
        AccessToken = "access_token",
        /// An API key.
        ApiKey = "api_key",
        /// A token of the identity provider.
        IdentityToken = "identity_token",
    }
}
