//! What the kinds of record are, as data: one short file a kind.
//!
//! A description says what a kind is called, how its records are found and whose they are, what
//! they show, which permission each act on them takes and where REST has it. Operations and faces
//! work from the descriptions alone: a new kind is a file here, its entity and its migration, and a
//! line in each list.

use super::permission::permission;
use std::sync::LazyLock;

use super::{
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

/// Every kind of record, in the order of interface.md.
#[must_use]
pub fn all() -> &'static [Resource] {
    &ALL
}

/// The kind of that name, `ApiKey`.
#[must_use]
pub fn named(name: &str) -> Option<&'static Resource> {
    all().iter().find(|resource| resource.name == name)
}

impl Resource {
    /// Its place among all kinds.
    #[must_use]
    pub fn kind_index(&self) -> usize {
        all().iter().take_while(|known| known.name != self.name).count()
    }
}

/// Who may read what happened to records: to all of them, or to their own.
pub const AUDIT: Permission = permission!("audit.view", own);

/// The names of all permissions that something takes.
#[must_use]
pub fn permission_names() -> Vec<&'static str> {
    let of_kind = |resource: &'static Resource| {
        let others = [
            resource.delete.as_ref(),
            resource.restore.as_ref().map(|it| &it.permission),
            resource.update.as_ref().map(|it| &it.permission),
            resource.create.as_ref().map(|it| &it.permission),
        ];
        std::iter::once(&resource.view).chain(others.into_iter().flatten())
    };
    all().iter().flat_map(of_kind).chain([&AUDIT]).flat_map(Permission::names).collect()
}

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
