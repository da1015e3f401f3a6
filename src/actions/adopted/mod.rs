//! Operations on tables of other programs: what was removed from them in SQL, and their rows.

mod removals;
mod rows;
mod typed;

pub(super) use removals::{adopted_tables, removals, removed_rows, row_history, undo_removals};
pub(super) use rows::{adopted_rows, create_adopted_row, update_adopted_row};
pub(super) use typed::{create_typed_row, typed_row, typed_rows, update_typed_row};
