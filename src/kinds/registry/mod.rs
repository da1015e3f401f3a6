//! What spans the kinds: their list, their permission names and the demo data.

pub mod global_id;
mod list;
mod lookup;
mod people;
mod register;

pub use list::{DEMO, DEMO_ACCOUNT, all};
pub use lookup::{AUDIT, Related, accounts, named, notifications, related};
pub use people::{GRANT, ROLES, TOKENS};
pub use register::{KindError, register, registered};
