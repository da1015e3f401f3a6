//! Holds what spans the kinds. That is their list, their permission names and the demo data.

pub mod global_id;
mod lookup;
mod register;

pub use lookup::{
    AUDIT, AUDIT_OF_ALL, GRANT, Related, TOKENS, accounts, named, notifications, permission_names,
    related, roles,
};
pub use register::{DEMO, DEMO_ACCOUNT, DEMO_DAY, KindError, all, register, registered};
