//! What can be done with roles, grants and access tokens.

/// A change of a role, of grants, or of access tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountChange {
    /// Creates a role.
    CreateRole,
    /// Renames a role, or changes its permissions.
    UpdateRole,
    /// Deletes a role.
    DeleteRole,
    /// Restores a role.
    RestoreRole,
    /// Grants permissions and roles.
    Grant,
    /// Revokes permissions and roles.
    Revoke,
    /// Creates an access token.
    CreateToken,
    /// Revokes an access token.
    RevokeToken,
    /// Revokes all access tokens of an account.
    SignOut,
}

impl AccountChange {
    /// Whether it changes one role or token, named by id.
    pub const fn has_id(self) -> bool {
        matches!(self, Self::UpdateRole | Self::DeleteRole | Self::RestoreRole | Self::RevokeToken)
    }
}
