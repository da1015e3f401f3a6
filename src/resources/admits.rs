//! Whom operations admit, as data.

use super::resource::Resource;
use crate::auth::Permission;

/// Whom an operation admits before it reads a request (D5).
#[derive(Clone, Copy, Debug)]
pub enum Admits {
    /// Every caller; each record is refused apart.
    All,
    /// Every caller whose account is live.
    Live,
    /// Who holds this permission, for all records or own ones.
    Holders(&'static Permission),
    /// Who may delete records of this kind.
    Deleters(&'static Resource),
    /// Who may restore records of this kind.
    ///
    /// A deleted caller may restore itself (D2), and refusals can be concealed (D7).
    Restorers(&'static Resource),
}

impl Admits {
    /// The permission; `None`: those of the records it finds, or none.
    pub fn permission(self) -> Option<&'static Permission> {
        match self {
            Self::All | Self::Live => None,
            Self::Holders(permission) => Some(permission),
            Self::Deleters(kind) => kind.delete.as_ref(),
            Self::Restorers(kind) => kind.restore.as_ref().map(|restore| &restore.permission),
        }
    }
}
