//! Permissions and roles of accounts and roles, and their changes.

mod by_caller;
mod change;
mod grantee;
mod names;
mod shown;

pub use by_caller::Granted;
pub(super) use by_caller::change_as;
pub use change::{add, change};
pub use grantee::Grantee;
pub(super) use grantee::insert_role;
pub use names::{GrantAction, GrantField, GrantOutcome, Grants};
pub use shown::{AccountGrants, grants_of, permissions_of};
