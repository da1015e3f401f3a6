//! Descriptions of the permissions that operations require.

use crate::{
    auth::Permission,
    resources::{RecordAct, TargetState},
};

/// The permission that an operation requires that reads, or changes many records.
pub fn permitted(permission: &Permission) -> String {
    match permission.own {
        Some(own) => format!(
            "Requires the permission `{}`, or `{own}` for the caller's own records.",
            permission.all
        ),
        None => format!("Requires the permission `{}`.", permission.all),
    }
}

/// The permission that an operation requires, and what its `.own` form covers.
pub fn requirement(permission: &Permission, act: &RecordAct) -> String {
    let covered = match act.target {
        TargetState::New => "if every account that the fields name is the caller's",
        _ if act.resource.is_account() => "for the caller's own account",
        TargetState::Live | TargetState::Deleted => "for the caller's own records",
    };
    match permission.own {
        Some(own) => format!("Requires the permission `{}`, or `{own}` {covered}.", permission.all),
        None => format!("Requires the permission `{}`.", permission.all),
    }
}
