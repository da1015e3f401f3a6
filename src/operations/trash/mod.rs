//! Lists the deleted records of all kinds.

mod cursor;
mod filter;
mod list;
mod summary;

pub use cursor::{TrashCursor, TrashOrder};
pub use filter::TrashedRecord;
pub(crate) use list::{parts, rows};
pub use list::{read_by_list, trash, trash_count};
pub use summary::{Summary, trash_summary};
