//! Resolves roles, grants and access tokens.

mod loads;
mod mutations;
mod roles;
mod tokens;

pub use loads::{Permissions, Roles};
pub use mutations::{describe, run};
pub use roles::{Members, describe as describe_roles, read as read_role};
pub use tokens::{
    Tokens, account_fields, describe as describe_tokens, read as read_tokens, register,
};
