//! What is said of permissions.

use crate::{auth::Permission, resources::Resource};

/// What an operation takes; `reach` says how far the own permission goes.
pub fn takes(permission: &Permission, reach: &str) -> String {
    match permission.own {
        Some(own) => format!("Takes the permission `{}`, or `{own}` {reach}.", permission.all),
        None => format!("Takes the permission `{}`.", permission.all),
    }
}

/// How far the own permission on records of a kind goes.
pub fn reach(resource: &Resource) -> &'static str {
    if resource.is_account() {
        "for the caller's own account"
    } else {
        "for the caller's own records"
    }
}
