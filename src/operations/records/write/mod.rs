//! Writes records, and says why a write was refused.

mod bulk;
mod create;
mod create_many;
mod delegation;
mod fields;
mod patch;
mod recipients;
mod rotate;
mod run;
mod transition;
mod undo;
mod update;
mod written;

pub(super) use bulk::check_count;
pub use bulk::{Bulk, MANY, Outcome, Policy, Projections, Selection, ids_only, names_only};
pub(crate) use bulk::{BulkChange, Item, change_many};
pub use create::{create, marks};
pub use create_many::{CreatedMany, create_many};
pub(crate) use delegation::{assigned, check_acts_as, names};
pub use fields::{LINK_CHARACTERS, MOST_NAMES, NAME_CHARACTERS, has_nul, is_address, pattern_set};
pub(crate) use fields::{check, references, unknown_references};
pub use rotate::rotate;
pub(super) use run::check_selection;
pub use run::{ChangedById, Request, change_by_id, run};
pub use undo::undo;
pub(crate) use undo::{concerns, count_of, is_last, next_of, reversed};
pub use update::{Changes, update};
pub use written::WrittenRecord;
