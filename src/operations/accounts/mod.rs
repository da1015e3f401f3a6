//! Accounts, roles and credentials.

mod authenticate;
mod change;
mod grants;
mod invalidation;
mod last_used;
mod list;
mod roles;
mod token;
mod token_list;

pub use authenticate::authenticate;
pub use change::{add_account, change_account};
pub use grants::{GrantAction, GrantOutcome, Grants};
pub use invalidation::invalidate_caches;
pub use list::{Account, account_list};
pub use roles::{Role, add_role, change_role, role_list};
pub use token::{NewToken, issue_token};
pub use token_list::{IssuedToken, revoke_all_tokens, revoke_tokens, tokens};
