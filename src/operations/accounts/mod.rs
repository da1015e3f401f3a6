//! What accounts are granted: permissions, roles and tokens.

mod grantee;
mod grants;
mod list;
mod names;
mod roles;
mod run;
mod tokens;

pub use grantee::Grantee;
pub use grants::{AccountGrants, Granted, add, change, grants_of, permissions_of};
pub use list::{Account, Role, account_list, role_list};
pub use names::{GrantAction, GrantField, Grants};
pub use roles::{VisibleRole, role, roles_of, visible_roles};
pub use run::{Changed, Request, run};
pub(super) use tokens::account_named;
pub(crate) use tokens::tokens_changed;
pub use tokens::{
    IssuedToken, MAX_TOKENS, NewToken, TokenPage, TokenPlace, check_tokens_of, issue_token,
    own_tokens, revoke_all_tokens, revoke_tokens, tokens, tokens_of,
};
