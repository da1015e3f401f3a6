//! Changes many records, or takes back what happened to them.

mod change;
mod undo;

pub(super) use change::BulkChange;
