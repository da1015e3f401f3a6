//! The twelve kinds of record, one short file each.

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

pub use list::{AUDIT, accounts, all, named, notifications, permission_names};
