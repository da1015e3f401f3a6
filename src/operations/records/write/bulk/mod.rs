//! Deletes and restores many records of any kinds.

mod outcome;
mod run;

pub(in crate::operations::records) use outcome::check_count;
pub use outcome::{Bulk, MANY, Outcome, Policy, Projections, Selection, ids_only, names_only};
pub(crate) use run::{BulkChange, Item, change_many};
