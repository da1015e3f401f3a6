//! Resolves roles, grants and access tokens.

mod fields;
mod mutations;
mod roles;
mod tokens;

pub use fields::{account_fields, register, tokens};
pub use mutations::{describe, run};
pub use roles::{
    ROLE, describe as describe_roles, read as read_role, read_histories, read_members,
};
pub use tokens::{ACCESS_TOKEN, connection, describe as describe_tokens, read as read_tokens};
