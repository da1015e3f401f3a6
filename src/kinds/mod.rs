//! The kinds of record, one file each, and the operations' table.

mod actions;
mod api_key;
mod application;
mod content;
mod currency;
mod customer;
mod integration;
mod locale;
mod notification;
mod organization;
mod registry;
mod report;
mod translation;
mod user;

pub use actions::{actions, permission_names, root_field};
pub use registry::{
    AUDIT, DEMO, DEMO_ACCOUNT, DEMO_DAY, GRANT, KindError, ROLE, ROLES, Related, TOKENS, accounts,
    all, global_id, named, notifications, register, registered, related,
};
