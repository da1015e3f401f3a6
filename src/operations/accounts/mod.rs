//! What accounts are granted: permissions, roles and tokens.

mod grantee;
mod grants;
mod list;
mod names;
mod request;
mod roles;
mod tokens;

pub use grantee::Grantee;
pub use grants::{AccountGrants, Granted, add, change, change_as, grants_of, permissions_of};
pub use list::{Account, Role, account_list, role_list};
pub use names::{GrantAction, GrantField, Grants};
pub use request::Request;
pub use roles::{
    VisibleRole, create as create_role, role, roles_of, set_state, update as update_role,
    visible_roles,
};
pub(super) use tokens::account_named;
pub(crate) use tokens::tokens_changed;
pub use tokens::{
    IssuedToken, MAX_TOKENS, NewToken, TokenPage, TokenPlace, check_tokens_of,
    create as create_token, issue_token, own_tokens, revoke_all_tokens, revoke_one as revoke_token,
    revoke_tokens, sign_out, tokens, tokens_of,
};
