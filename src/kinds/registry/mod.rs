//! Holds what spans the kinds. That is their list, their permission names and the demo data.

pub mod global_id;
mod lookup;
mod register;

pub use lookup::{AUDIT, GRANT, Related, TOKENS, accounts, named, notifications, related, roles};
pub use register::{DEMO, DEMO_ACCOUNT, DEMO_DAY, KindError, all, register, registered};
