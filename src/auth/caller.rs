//! The caller: an account, seen through the credential it came with.

use entity::Timestamp;

use super::permission::{Access, Permission, PermissionSet};
use crate::error::Error;

/// Whoever sent a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Number of the account.
    pub user_id: i64,
    /// Whether the account is soft-deleted: it may then do one thing only (D2).
    pub deleted: bool,
    /// What the credential may do: its own permissions within the account's (D4).
    pub permissions: PermissionSet,
    /// The credential the request came with.
    pub credential: Credential,
}

/// The credential of a request, without its value.
#[derive(Clone, Debug)]
pub struct Credential {
    /// Which kind it is of.
    pub kind: CredentialKind,
    /// Number of its row; an identity token has none, and this is the account's.
    pub id: i64,
    /// What it is for, in the words of whoever issued it.
    pub name: Option<String>,
    /// When it stops working; `None`: never.
    pub expires_at: Option<Timestamp>,
}

/// The kinds of credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CredentialKind {
    /// An access token of an account.
    AccessToken,
    /// An API key.
    ApiKey,
    /// A token of the identity provider.
    IdentityToken,
}

impl CredentialKind {
    /// The name as events have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AccessToken => "access_token",
            Self::ApiKey => "api_key",
            Self::IdentityToken => "identity_token",
        }
    }
}

impl Caller {
    /// How far the caller may go with an action.
    ///
    /// # Errors
    /// `Forbidden` for a deleted caller, and for one who holds neither of the permission's names.
    pub fn access(&self, permission: &Permission) -> Result<Access, Error> {
        self.refuse_deleted()?;
        self.permissions
            .access(permission)
            .ok_or_else(|| Error::Forbidden { required: permission.names() })
    }

    /// Refuses a deleted caller, for whom no permission would help.
    ///
    /// # Errors
    /// `Forbidden`, naming no permission (D21).
    pub fn refuse_deleted(&self) -> Result<(), Error> {
        if self.deleted { Err(Error::Forbidden { required: Vec::new() }) } else { Ok(()) }
    }
}
