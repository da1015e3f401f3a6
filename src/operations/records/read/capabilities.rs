//! What the caller may do with a record: for frontends that show a button or don't.

use crate::{
    auth::{Caller, Permission},
    operations::records::{record::Record, state::State, target::allow, write::StateChangePolicy},
};

/// Which operations on a record would be let through, and would do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Bring it back.
    pub restore: bool,
    /// Delete it.
    pub delete: bool,
    /// Change it.
    pub update: bool,
}

/// What the caller may do with a record, by the code that decides when it does, without a statement.
#[must_use]
pub fn capabilities(caller: &Caller, record: &Record) -> Capabilities {
    let resource = record.resource;
    let permitted = |permission: &Permission| {
        caller
            .access(permission)
            .is_ok_and(|access| allow(caller, access, record.owner(), permission).is_ok())
    };
    let becomes = |to: State| {
        !to.is_of(record)
            && StateChangePolicy::of(caller, resource, to)
                .is_ok_and(|it| it.allow(caller, record).is_ok())
    };
    let updated = resource.update.as_ref().is_some_and(|update| permitted(&update.permission));
    Capabilities {
        restore: becomes(State::Live),
        delete: becomes(State::Deleted),
        update: !record.is_deleted() && updated,
    }
}
