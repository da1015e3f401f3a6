//! Resolves roles, grants and access tokens.

mod loads;
mod mutations;
mod roles;
mod tokens;

pub use loads::{Permissions, Roles};
pub use mutations::{describe, run};
pub use roles::{Members, read as read_role, read_all as read_roles};
pub use tokens::{Tokens, account_fields, read as read_tokens, register};
