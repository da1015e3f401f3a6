//! Roles as callers view and change them.

mod change;
mod visible;

pub use change::{create, set_state, update};
pub(super) use visible::read_role;
pub use visible::{VisibleRole, members, role, roles_of, visible_roles};
