//! Lists the deleted records of all kinds.

mod cursor;
mod filter;
mod list;

pub use cursor::TrashCursor;
pub use filter::TrashedRecord;
pub use list::{Summary, TrashPage, read_by_list, trash, trash_count, trash_summary};
