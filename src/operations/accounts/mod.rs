//! Accounts, roles and credentials.

mod authenticate;
mod change;
mod grantee;
mod grants;
mod invalidation;
mod kind_access;
mod last_used;
mod list;
mod own;
mod token;
mod token_list;

pub use authenticate::{authenticate, renew};
pub use change::{add, change};
pub use grantee::Grantee;
pub use grants::{GrantAction, GrantOutcome, Grants};
pub use invalidation::invalidate_caches;
pub use kind_access::{KindAccess, can_audit, can_send, kind_access};
pub use list::{Account, Role, account_list, role_list};
pub use own::{MAX_TOKENS, VisibleRole, own_tokens, visible_roles};
pub use token::{NewToken, issue_token};
pub(crate) use token_list::live_tokens;
pub use token_list::{IssuedToken, revoke_all_tokens, revoke_tokens, tokens};
