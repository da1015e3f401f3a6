//! What a caller may do with the records of each kind.

use crate::{
    auth::{Access, Caller, Permission},
    error::Error,
    kinds::{self, AUDIT, ROLES},
    resources::Resource,
};

/// What a caller may do with the records of a kind. `None`: nothing.
#[derive(Clone, Copy, Debug)]
pub struct KindAccess {
    /// The kind.
    pub resource: &'static Resource,
    /// View them.
    pub view: Option<Access>,
    /// Create them.
    pub create: Option<Access>,
    /// Update them.
    pub update: Option<Access>,
    /// Delete them.
    pub delete: Option<Access>,
    /// Restore them.
    pub restore: Option<Access>,
    /// Purge them.
    pub purge: Option<Access>,
    /// Put them on hold, and release them.
    pub hold: Option<Access>,
}

/// What the caller may do with the records of each kind.
///
/// # Errors
/// `Forbidden` for a deleted caller (D2).
pub fn kind_access(caller: &Caller) -> Result<Vec<KindAccess>, Error> {
    caller.refuse_deleted()?;
    let of_kind = |resource: &'static Resource| {
        let access = |permission: Option<&Permission>| {
            let access = caller.require(permission?).ok()?;
            // Without owners, an `.own` permission covers no record.
            (access.account().is_none() || resource.owner.is_some()).then_some(access)
        };
        KindAccess {
            resource,
            view: access(Some(&resource.view)),
            create: access(match &resource.create {
                // Roles are created with their permissions.
                None => resource.permits.then_some(&ROLES.create),
                Some(create) => Some(&create.permission),
            }),
            update: access(resource.update.as_ref().map(|update| &update.permission)),
            delete: access(resource.delete.as_ref()),
            restore: access(resource.restore.as_ref().map(|restore| &restore.permission)),
            purge: access(resource.purge.as_ref()),
            hold: access(resource.hold.as_ref()),
        }
    };
    Ok(kinds::registered().iter().map(of_kind).collect())
}

/// Whether the caller may send notifications, at least to itself.
pub fn can_send(caller: &Caller) -> bool {
    let create = kinds::notifications().create.as_ref();
    create.is_some_and(|create| caller.require(&create.permission).is_ok())
}

/// Whether the caller may audit, at least its own records.
pub fn can_audit(caller: &Caller) -> bool {
    caller.require(&AUDIT).is_ok()
}
