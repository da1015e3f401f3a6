//! Lists the deleted records of all kinds.

mod cursor;
mod list;

pub use cursor::BinPlace;
pub use list::{BinPage, InBin, Summary, bin, bin_count, bin_summary};
