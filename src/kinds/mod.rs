//! The kinds of record, one file each.

mod application;
mod content;
mod currency;
mod customer;
mod integration;
mod locale;
mod notification;
mod organization;
mod people;
mod registry;
mod report;
mod translation;

pub use people::role::{ROLES, is_active as role_is_active, name as role_name};
pub use registry::{
    AUDIT, AUDIT_OF_ALL, DEMO, DEMO_ACCOUNT, DEMO_DAY, GRANT, KindError, Related, TOKENS, accounts,
    all, global_id, named, notifications, permission_names, register, registered, related, roles,
};
