//! Which actions the caller may apply to a record.

use crate::{
    auth::Caller,
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
}

/// The actions that the caller may apply to a record. The operations themselves check the same.
pub fn capabilities(caller: &Caller, record: &Record) -> Capabilities {
    let resource = record.resource;
    let becomes = |to: State| {
        !to.is_of(record)
            && StateChangePolicy::of(caller, resource, to)
                .is_ok_and(|policy| policy.check(record).is_ok())
    };
    let updated = resource
        .update
        .as_ref()
        .is_some_and(|update| caller.may(&update.permission, record.owner()));
    Capabilities {
        restore: becomes(State::Live),
        delete: becomes(State::Deleted),
        update: !record.is_deleted() && updated,
    }
}
