//! Resolves roles, grants and access tokens.

mod mutations;
mod roles;
mod tokens;

pub use mutations::{describe, run};
pub use roles::{describe as describe_roles, read as read_role, read_histories, read_members};
pub use tokens::{
    account_fields, connection, describe as describe_tokens, read as read_tokens, register, tokens,
};
