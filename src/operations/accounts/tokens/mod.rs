//! Access tokens: issued, listed and revoked.

mod by_caller;
mod link;
mod list;
mod visible;

pub use by_caller::{create, revoke_one, sign_out};
pub use link::sign_in;
pub use list::account_id;
pub(crate) use list::tokens_changed;
pub use list::{IssuedToken, NewToken, issue_token, revoke_all_tokens, revoke_tokens, tokens};
pub use visible::{MAX_TOKENS, TokenPage, TokenPlace, check_tokens_of, own_tokens, tokens_of};
