//! Lists the deleted records of all kinds.

mod cursor;
mod list;

pub use cursor::TrashCursor;
pub use list::{
    Summary, TrashPage, TrashedRecord, read_by_list, trash, trash_count, trash_summary,
};
