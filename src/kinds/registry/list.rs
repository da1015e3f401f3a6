//! The list of the service's kinds, and the demo data.
//!
//! A resource describes a kind: its name, key, owner, fields and permissions, and its paths in REST.
//! Operations and APIs are generic over resources: a new kind is an entity, a migration and a
//! resource, and a line in each list.

use crate::kinds::{
    api_key, application, content, currency, customer, integration, locale, notification,
    organization, report, translation, user,
};
use crate::resources::Resource;

/// The demo data, with records of every kind. `serve --demo` and `seed` without a file load it.
pub const DEMO: &str = include_str!("demo.json");
/// The day on which the demo data says that its records were deleted.
pub const DEMO_DAY: &str = "2026-11-18";
/// Email address of the demo account that has every permission.
pub const DEMO_ACCOUNT: &str = "admin@example.com";

/// The kinds that the service brings, in the order of docs/reference/rest-api.md.
pub fn all() -> Vec<Resource> {
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
}
