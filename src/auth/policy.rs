//! The permission check: which records a caller may act on.

use sea_orm::sea_query::{Expr, ExprTrait};

use super::{
    caller::Caller,
    permission::{Permission, PermissionSet},
};
use crate::error::Error;

/// The records that a caller may act on, by its permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    permission: Permission,
    /// The account whose records these are; `None`: every record.
    account: Option<i64>,
}

impl Caller {
    /// The records that the permission lets the caller act on.
    ///
    /// # Errors
    /// `Forbidden` for a deleted caller, and without either name of the permission.
    pub fn require(&self, permission: &Permission) -> Result<Access, Error> {
        self.refuse_deleted()?;
        self.granted(permission)
    }

    /// Like [`Caller::require`], for actions on accounts. A deleted caller may apply them to its
    /// own account (D2).
    ///
    /// # Errors
    /// `Forbidden` without either name of the permission.
    pub fn require_on_accounts(&self, permission: &Permission) -> Result<Access, Error> {
        let access = self.granted(permission)?;
        let account = if self.deleted { Some(self.user_id) } else { access.account };
        Ok(Access { account, ..access })
    }

    /// Whether the caller may act on a record of that owner.
    pub fn may(&self, permission: &Permission, owner: Option<i64>) -> bool {
        self.require(permission).is_ok_and(|access| access.covers(owner))
    }

    fn granted(&self, permission: &Permission) -> Result<Access, Error> {
        Access::granted(&self.permissions, permission, self.user_id)
            .ok_or_else(|| Error::Forbidden { required: permission.names() })
    }

    /// Refuses a deleted caller, which no permission would help.
    ///
    /// # Errors
    /// `Forbidden` without a permission (D21).
    pub fn refuse_deleted(&self) -> Result<(), Error> {
        if self.deleted { Err(Error::Forbidden { required: Vec::new() }) } else { Ok(()) }
    }
}

impl Access {
    /// The access of an account that holds these names; `None`: no access.
    pub fn granted(held: &PermissionSet, permission: &Permission, account: i64) -> Option<Self> {
        let account = if held.covers(permission.all) {
            None
        } else if permission.own.is_some_and(|own| held.covers(own)) {
            Some(account)
        } else {
            return None;
        };
        Some(Self { permission: *permission, account })
    }

    /// The account whose records the access is limited to; `None`: every record.
    pub const fn account(&self) -> Option<i64> {
        self.account
    }

    /// Whether the access covers a record of that owner.
    pub fn covers(&self, owner: Option<i64>) -> bool {
        self.account.is_none() || self.account == owner
    }

    /// Checks that the access covers a record of that owner.
    ///
    /// # Errors
    /// `Forbidden`, naming the permission for every record (D21).
    pub fn check(&self, owner: Option<i64>) -> Result<(), Error> {
        if self.covers(owner) {
            Ok(())
        } else {
            Err(Error::Forbidden { required: vec![self.permission.all] })
        }
    }

    /// The condition that the access covers a row, by its owner. `None`: it covers every row.
    pub fn condition(&self, owner: Option<&'static str>) -> Option<Expr> {
        self.account.map(|account| Self::owned_by(owner, Expr::value(account)))
    }

    /// The condition that an account owns a row, by its owner column.
    ///
    /// Without an owner column an `.own` permission covers no row.
    pub fn owned_by(owner: Option<&'static str>, account: Expr) -> Expr {
        match owner {
            Some(column) => Expr::col(column).eq(account),
            None => Expr::val(1).eq(0),
        }
    }
}
