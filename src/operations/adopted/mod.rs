//! Tables of other programs: what was removed from them in SQL, its undo, and the rows that are there.

mod present;
mod removals;
mod retention;
mod undo;
mod usable;
mod write;

pub use present::{ShownRow, Which, present_rows};
pub use removals::{TableCoverage, removals, removed_rows, row_history, tables};
pub use retention::retain;
pub use undo::{BroughtBack, WantedRemovals, account_of, bring_back};
pub use usable::LabelledRow;
pub use write::{RowName, WantedRow, write_row};
