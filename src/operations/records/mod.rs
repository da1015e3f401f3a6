//! Changes records of any kind, and says what a caller may do with one.

mod capabilities;
mod dependents;
mod history;
mod related;
mod state_change;
pub mod write;

pub use capabilities::{Capabilities, capabilities};
pub(crate) use dependents::dependents;
pub use history::{AsOf, Reverted, record_as_of, revert};
pub use related::{count_related, list_related};
pub(crate) use state_change::StateChangePolicy;
