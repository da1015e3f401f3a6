//! The kinds of record, one short file each, and the table of operations.

mod actions;
mod api_key;
mod application;
mod content;
mod currency;
mod customer;
mod integration;
mod list;
mod locale;
mod notification;
mod organization;
mod permission;
mod report;
mod translation;
mod user;

pub use actions::{actions, permission_names, root_field};
pub use list::{AUDIT, accounts, all, named, notifications};
