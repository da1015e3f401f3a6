//! SeaORM entities, one table a file: columns, relations and soft-delete state.

mod digits;
pub mod json;
mod notification_type;
mod soft_delete;
pub mod table;
mod timestamp;

pub mod api_key;
pub mod application;
pub mod content;
pub mod currency;
pub mod customer;
pub mod integration;
pub mod locale;
pub mod notification;
pub mod organization;
pub mod report;
pub mod translation;
pub mod user;

pub mod access_token;
pub mod bulk_operation;
pub mod idempotency_key;
pub mod record_event;
pub mod record_hold;
pub mod retired_api_key_value;
pub mod role;
pub mod role_permission;
pub mod user_permission;
pub mod user_role;

pub use notification_type::NotificationType;
pub use soft_delete::{RecordEntity, SoftDelete};
pub use table::{ColumnType, Table};
pub use timestamp::Timestamp;
