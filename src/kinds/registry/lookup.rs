//! Finds kinds by what they are.

use std::sync::LazyLock;

use super::register::registered;
use crate::{auth::Permission, permission, resources::Resource};

/// The kind with that name, `ApiKey`.
#[must_use]
pub fn named(name: &str) -> Option<&'static Resource> {
    registered().iter().find(|resource| resource.name == name)
}

impl Resource {
    /// Its index among all kinds.
    #[must_use]
    pub fn kind_index(&self) -> usize {
        registered().iter().take_while(|known| known.name != self.name).count()
    }
}

/// The permission to view the audit trail.
pub const AUDIT: Permission = permission!("audit.view", own);

/// The kind whose records are messages to accounts.
#[must_use]
pub fn notifications() -> &'static Resource {
    static NOTIFICATIONS: LazyLock<&Resource> = LazyLock::new(|| {
        let is_it = |resource: &&Resource| resource.table.name == "notifications";
        registered().iter().find(is_it).unwrap_or_else(|| unreachable!())
    });
    &NOTIFICATIONS
}

/// The kind whose records are accounts.
#[must_use]
pub fn accounts() -> &'static Resource {
    static ACCOUNTS: LazyLock<&Resource> = LazyLock::new(|| {
        registered().iter().find(|resource| resource.is_account()).unwrap_or_else(|| unreachable!())
    });
    &ACCOUNTS
}
