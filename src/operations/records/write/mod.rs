//! Writes records, and says why a write was refused.

mod create;
mod create_many;
mod delegation;
mod fields;
mod patch;
mod recipients;
mod rotate;
mod run;
mod transition;
mod update;
mod written;

pub use create::{create, marks};
pub use create_many::{CreatedMany, create_many};
pub(crate) use delegation::{assigned, check_acts_as, names};
pub use fields::{LINK_CHARACTERS, MOST_NAMES, NAME_CHARACTERS, has_nul, is_address, pattern_set};
pub(crate) use fields::{check, references, unknown_references};
pub use rotate::rotate;
pub(in crate::operations) use run::check_selection;
pub use run::{ChangedById, Request, change_by_id, run};
pub(in crate::operations) use transition::{ATTEMPTS, transition};
pub use update::{Changes, update};
pub use written::WrittenRecord;
