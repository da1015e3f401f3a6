//! The kinds of record, one file each, and the operations' table.

mod actions;
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

pub use actions::{actions, permission_names, root_field};
pub use people::role::ROLES;
pub use registry::{
    AUDIT, DEMO, DEMO_ACCOUNT, DEMO_DAY, GRANT, KindError, Related, TOKENS, accounts, all,
    global_id, named, notifications, register, registered, related, roles,
};
