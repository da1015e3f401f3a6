//! Accounts, roles and credentials.

mod authenticate;
mod granted;
mod grants;
mod invalidation;
mod issuers;
mod kind_access;
mod last_used;
mod list;
mod reauthenticate;
mod roles;
mod run;
mod tokens;

pub use authenticate::{authenticate, renew};
pub(super) use granted::granted;
pub use grants::{
    AccountGrants, GrantAction, GrantField, Granted, Grantee, Grants, add, change, grants_of,
    permissions_of,
};
pub use invalidation::invalidate_caches;
pub use kind_access::{KindAccess, can_audit, can_send, kind_access};
pub use list::{Account, Role, account_list, role_list};
pub(super) use reauthenticate::{begin, check_on_writer};
pub use reauthenticate::{enter, renew_after};
pub use roles::{VisibleRole, is_visible_role, role, roles_of, visible_roles};
pub use run::{Changed, Request, run};
pub(super) use tokens::account_named;
pub use tokens::{
    IssuedToken, MAX_TOKENS, NewToken, TokenPage, TokenPlace, check_tokens_of, issue_token,
    own_tokens, revoke_all_tokens, revoke_tokens, tokens, tokens_of,
};
