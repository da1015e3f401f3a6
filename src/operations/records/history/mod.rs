//! Earlier values of records, from their events.

mod as_of;
mod revert;

pub use as_of::{AsOf, record_as_of};
pub use revert::{Reverted, revert};
