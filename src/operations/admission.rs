//! The permission that every operation takes before it begins.

use super::{records::StateChangePolicy, rows::State};
use crate::{auth::Caller, error::Error, resources::Admits};

/// Checks the permission of an operation, for all records or own ones.
///
/// Both APIs ask before they read the body or the arguments (D5). The operation checks what depends
/// on the record.
///
/// # Errors
/// `Forbidden`, or `NotFound` where a refusal is concealed.
pub fn check_permission(caller: &Caller, admits: Admits) -> Result<(), Error> {
    let state = |kind, to| StateChangePolicy::of(caller, kind, to).map(drop);
    match admits {
        Admits::All => Ok(()),
        Admits::Live => caller.refuse_deleted(),
        Admits::Holders(permission) => caller.require(permission).map(drop),
        Admits::Deleters(kind) => state(kind, State::Deleted),
        Admits::Restorers(kind) => state(kind, State::Live),
    }
}
