//! What the caller may do with a record: for frontends that show a button or don't.

use super::{Record, allow, restore};
use crate::access::{Caller, Permission, Reach};

/// Which operations on a record would be let through, and would do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct May {
    /// Bring it back.
    pub restore: bool,
    /// Delete it.
    pub delete: bool,
    /// Change it.
    pub update: bool,
}

/// What the caller may do with a record, by the code that decides when it does, without a statement.
#[must_use]
pub fn may(caller: &Caller, record: &Record) -> May {
    let resource = record.resource;
    let deleted = record.is_deleted();
    let passes = |permission: &Permission, reach: Reach| {
        allow(caller, reach, record.owner(), permission).is_ok()
    };
    let permitted = |permission: &Permission| {
        caller.reach(permission).is_ok_and(|reach| passes(permission, reach))
    };
    let restored = resource.restore.as_ref().is_some_and(|description| {
        restore::reach(caller, resource, description)
            .is_ok_and(|reach| passes(&description.permission, reach))
    });
    let updated = resource.update.as_ref().is_some_and(|update| permitted(&update.permission));
    May {
        restore: deleted && restored,
        delete: !deleted && resource.delete.as_ref().is_some_and(permitted),
        update: !deleted && updated,
    }
}
