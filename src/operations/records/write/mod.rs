//! Writes records, and says why a write was refused.

mod bulk;
mod create;
mod create_many;
mod delegation;
mod delete;
mod fields;
mod merge_patch;
mod restore;
mod rotate;
mod run;
mod transition;
mod undo;
mod update;

pub use bulk::{Bulk, MANY, Outcome, Policy, Projections, Selection, delete_many, restore_many};
pub(super) use bulk::{BulkChange, Item, check_count};
pub use create::{Created, create, marks};
pub use create_many::{CreatedMany, create_many};
pub(crate) use delegation::{assigned, check_acts_as, names};
pub use delete::delete;
pub use fields::{LINK_CHARACTERS, NAME_CHARACTERS, has_nul, is_address};
pub(crate) use fields::{check, references, unknown_references};
pub use restore::restore;
pub use rotate::rotate;
pub(super) use run::check_selection;
pub use run::{ChangedById, Request, Written, change_by_id, check_permission, run};
pub use transition::Changed;
pub(crate) use undo::concerns;
pub use undo::undo;
pub use update::{Changes, update};
