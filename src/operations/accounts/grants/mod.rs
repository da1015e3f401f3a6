//! Permissions and roles of accounts and roles, and their changes.

mod by_caller;
mod change;
mod grantee;
mod names;
mod shown;

pub(super) use by_caller::change_as;
pub use change::{Granted, add, change};
pub use grantee::Grantee;
pub(super) use grantee::insert_role;
pub use names::{GrantAction, GrantField, Grants};
pub use shown::{AccountGrants, grants_of, permissions_of};
