//! Records as they were read.

mod raw_json;
mod record;
mod user_summary;
mod value;

pub use raw_json::RawJson;
pub(crate) use raw_json::texts;
pub use record::Record;
pub use user_summary::{MoreOfUser, UserSummary};
pub(crate) use value::Row;
pub use value::Value;
