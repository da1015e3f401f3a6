//! The list of the kinds of records.
//!
//! A resource describes a kind: its name, key, owner, fields and permissions, and its paths in REST.
//! Operations and APIs are generic over resources: a new kind is an entity, a migration and a
//! resource, and a line in each list.

use super::permission::permission;
use std::sync::LazyLock;

use crate::kinds::{
    api_key, application, content, currency, customer, integration, locale, notification,
    organization, report, translation, user,
};
use crate::{auth::Permission, resources::Resource};

static ALL: LazyLock<Vec<Resource>> = LazyLock::new(|| {
    vec![
        locale::resource(),
        currency::resource(),
        organization::resource(),
        application::resource(),
        customer::resource(),
        content::resource(),
        report::resource(),
        translation::resource(),
        user::resource(),
        notification::resource(),
        integration::resource(),
        api_key::resource(),
    ]
});

/// All kinds of records, in the order of docs/rest-api.md.
#[must_use]
pub fn all() -> &'static [Resource] {
    &ALL
}

/// The kind with that name, `ApiKey`.
#[must_use]
pub fn named(name: &str) -> Option<&'static Resource> {
    all().iter().find(|resource| resource.name == name)
}

impl Resource {
    /// Its index among all kinds.
    #[must_use]
    pub fn kind_index(&self) -> usize {
        all().iter().take_while(|known| known.name != self.name).count()
    }
}

/// The permission to view the audit trail.
pub const AUDIT: Permission = permission!("audit.view", own);

/// The kind whose records are messages to accounts.
#[must_use]
pub fn notifications() -> &'static Resource {
    static NOTIFICATIONS: LazyLock<&Resource> = LazyLock::new(|| {
        let is_it = |resource: &&Resource| resource.table.name == "notifications";
        all().iter().find(is_it).unwrap_or_else(|| unreachable!())
    });
    &NOTIFICATIONS
}

/// The kind whose records are accounts.
#[must_use]
pub fn accounts() -> &'static Resource {
    static ACCOUNTS: LazyLock<&Resource> = LazyLock::new(|| {
        all().iter().find(|resource| resource.is_account()).unwrap_or_else(|| unreachable!())
    });
    &ACCOUNTS
}
