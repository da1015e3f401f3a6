//! Reads records that the caller may view.

mod cursor;
mod estimate;
mod filter;
mod find;
mod folding;
mod list;
mod translations;
mod union;
mod visibility;

pub use cursor::Cursor;
pub use filter::{Comparison, Filter, MAX_LISTED, MAX_VALUES, Sort, Test};
pub(crate) use filter::{by_kind, numbered_by, one_of, with_ids};
pub use find::{
    FindResult, FoundRecord, SharedRecord, find, find_all, find_by_keys, roles, user_summaries,
    viewer,
};
pub use folding::PATTERN_CHARACTERS;
pub(crate) use folding::{contains, contains_indexed, ignoring_case, same_ignoring_case};
pub use list::{ListQuery, MAX_PAGE_SIZE, PAGE_SIZE, Page, RecordPage, count, list};
pub(crate) use list::{condition, count_within, select_page, sort};
pub use translations::translation_bundle;
pub(crate) use union::{found_first, union};
pub use visibility::Trashed;
pub(crate) use visibility::{Visibility, may_view};
