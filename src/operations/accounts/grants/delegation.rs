//! Checks that callers grant only permissions they hold (docs/decisions/0075).

use std::collections::BTreeSet;

use crate::{auth::Caller, error::FieldError};

/// Most permissions, and most roles, of one request.
const MOST: usize = 500;

/// An error for permissions that the caller may not give an account. `None`: to every account that
/// has a role.
pub(in crate::operations::accounts) fn check_delegable<'a>(
    caller: &Caller,
    account: Option<i64>,
    field: &str,
    permissions: impl IntoIterator<Item = &'a String>,
) -> Option<FieldError> {
    let held = permissions.into_iter().all(|name| caller.may_delegate(name, account));
    let message = match field {
        "roles" => "may only name roles whose permissions you hold",
        "role" => "has permissions that you do not hold",
        _ => "may only name permissions that you hold",
    };
    (!held).then(|| FieldError::new(field, message))
}

/// An error for a field that has too many names.
pub(in crate::operations::accounts) fn most(
    field: &str,
    names: &BTreeSet<String>,
) -> Option<FieldError> {
    (names.len() > MOST).then(|| FieldError::new(field, format!("must have at most {MOST} names")))
}
