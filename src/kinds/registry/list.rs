//! The list of the kinds that the service brings.
//!
//! A resource describes a kind: its name, key, owner, fields and permissions, and its paths in REST.
//! Operations and APIs are generic over resources: a new kind is an entity, a migration and a
//! resource, and a line in each list.

use crate::kinds::{
    api_key, application, content, currency, customer, integration, locale, notification,
    organization, report, translation, user,
};
use crate::resources::Resource;

/// The kinds that the service brings, in the order of docs/reference/rest-api.md.
#[must_use]
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
