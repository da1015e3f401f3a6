//! What accounts are granted: permissions, roles and tokens.

mod grantee;
mod grants;
mod list;
mod names;
mod request;
mod roles;
mod take_back;
mod tokens;

pub use grantee::Grantee;
pub use grants::{AccountGrants, Granted, add, change, change_as, grants_of, permissions_of};
pub use list::{Account, Role, account_list, role_list};
pub(super) use names::KnownRole;
pub use names::{GrantAction, GrantField, Grants};
pub use request::{GRANT_INPUTS, ROLE_INPUTS, Request};
pub use roles::{
    VisibleRole, create as create_role, members, role, roles_of, set_state, update as update_role,
    visible_roles,
};
pub(super) use take_back::{
    are_of_grants, may_take_back_grants, roles_of_changes, take_back_grants,
};
pub(crate) use tokens::tokens_changed;
pub use tokens::{
    IssuedToken, MAX_TOKENS, NewToken, TokenPage, TokenPlace, account_id, check_tokens_of,
    create as create_token, issue_token, own_tokens, revoke_all_tokens, revoke_one as revoke_token,
    revoke_tokens, sign_in, sign_out, tokens, tokens_of,
};
