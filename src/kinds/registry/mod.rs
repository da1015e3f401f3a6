//! Holds what spans the kinds. That is their list, their permission names and the demo data.

pub mod global_id;
mod grants;
mod list;
mod lookup;
mod register;

pub use grants::{GRANT, ROLES, TOKENS};
pub use list::{DEMO, DEMO_ACCOUNT, DEMO_DAY, all};
pub use lookup::{AUDIT, Related, accounts, named, notifications, related};
pub use register::{KindError, register, registered};
