//! What is said of permissions.

use crate::{auth::Permission, resources::Resource};

/// What an operation takes; `access` says how far the own permission goes.
pub fn takes(permission: &Permission, access: &str) -> String {
    match permission.own {
        Some(own) => format!("Takes the permission `{}`, or `{own}` {access}.", permission.all),
        None => format!("Takes the permission `{}`.", permission.all),
    }
}

/// How far the own permission on records of a kind goes.
pub fn access(resource: &Resource) -> &'static str {
    if resource.is_account() {
        "for the caller's own account"
    } else {
        "for the caller's own records"
    }
}
