//! Permissions and roles of accounts and roles, and their changes.

mod by_caller;
mod change;
mod shown;

pub use by_caller::change_as;
pub use change::{Granted, add, change};
pub use shown::{AccountGrants, grants_of, permissions_of};
