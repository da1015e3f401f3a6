//! Resolves roles, grants and access tokens.

mod fields;
mod grantee;
mod mutations;
mod roles;
mod tokens;

pub use fields::{account_fields, tokens};
pub use mutations::{describe, run};
pub use roles::{
    ROLE, describe as describe_roles, read as read_role, read_all as read_roles, read_histories,
    read_members, register as register_roles,
};
pub use tokens::{
    ACCESS_TOKEN, connection, describe as describe_tokens, read as read_tokens,
    register as register_tokens,
};
