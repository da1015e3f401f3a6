//! Changes and holds records of any kind, and says what a caller may do with one.

mod capabilities;
mod dependents;
mod history;
mod hold;
mod related;
mod state_change;
pub mod write;

pub use capabilities::{Capabilities, capabilities};
pub(crate) use dependents::dependents;
pub use history::{AsOf, Reverted, record_as_of, revert};
pub(in crate::operations) use history::{
    CHANGED_SINCE, FieldChange, TakenBack, earlier, take_back, to_take_back, update_of, written,
};
pub use hold::{Hold, Holds, holds_of, set_hold};
pub(crate) use hold::{holds, is_held};
pub use related::{count_related, list_related};
pub(crate) use state_change::StateChangePolicy;
