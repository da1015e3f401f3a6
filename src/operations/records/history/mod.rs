//! Earlier values of records, from their events.

mod as_of;
mod revert;
mod take_back;

pub use as_of::{AsOf, record_as_of};
pub use revert::{Reverted, revert};
pub(in crate::operations) use take_back::{
    CHANGED_SINCE, FieldChange, TakenBack, earlier, take_back, to_take_back, update_of, written,
};
