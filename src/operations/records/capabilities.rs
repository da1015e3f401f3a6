//! Which actions the caller may apply to a record.

use crate::{
    auth::{Caller, Permission},
    operations::{
        records::StateChangePolicy,
        rows::{Record, State},
    },
};

/// The actions that the caller may apply with an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Restore the record.
    pub restore: bool,
    /// Delete the record.
    pub delete: bool,
    /// Update the record.
    pub update: bool,
    /// Purge the record.
    pub purge: bool,
    /// Put the record on hold, or release it.
    pub hold: bool,
}

/// The actions that the caller may apply to a record. The operations themselves check the same.
pub fn capabilities(caller: &Caller, record: &Record) -> Capabilities {
    let resource = record.resource;
    let becomes = |to: State| {
        to.before().is_of(record)
            && StateChangePolicy::of(caller, resource, to)
                .is_ok_and(|policy| policy.check(record).is_ok())
    };
    let may = |permission: &Permission| caller.may(permission, record.owner());
    let update = resource.update.as_ref().is_some_and(|it| may(&it.permission));
    Capabilities {
        restore: becomes(State::Live),
        delete: becomes(State::Deleted),
        update: !record.is_deleted() && update,
        purge: becomes(State::Purged),
        hold: resource.hold.as_ref().is_some_and(may),
    }
}
