//! Records as they were read.

mod raw_json;
mod record;
mod sqlite_row;
mod user_summary;

pub use raw_json::RawJson;
pub use record::{Record, Value};
pub use user_summary::UserSummary;
