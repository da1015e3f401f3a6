//! Callers: who sent a request, what it may do, and whether it still may.

mod authenticate;
mod current_call;
mod granted;
mod invalidation;
mod issuers;
mod kind_access;
mod last_used;
mod lent_roles;
mod reauthenticate;
mod roles;
mod session;

pub(super) use authenticate::has_address;
pub use authenticate::{authenticate, renew};
pub use current_call::CurrentCall;
pub(super) use granted::granted;
pub use invalidation::invalidate_caches;
pub use kind_access::{KindAccess, can_audit, can_send, kind_access};
pub(super) use lent_roles::lends_role;
pub(super) use reauthenticate::{begin, check_on_writer};
pub use reauthenticate::{enter, renew_after};
pub use roles::is_visible_role;
pub(super) use roles::visible;
pub use session::Session;
