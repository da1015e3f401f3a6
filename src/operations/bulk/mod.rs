//! Changes records in batches, and those that match a filter.

mod matches;
mod operation;
mod preview;
mod progress;
mod run;
mod source;
mod start;
mod token;

pub use matches::Matches;
pub use operation::{MAX_EVENTS, OperationFields, OperationSummary, operation};
pub use preview::Preview;
pub use progress::{Progress, RunState, progress};
pub use run::interrupt;
pub use start::{Changed, MAX_RECORDS, cancel, change_matching, undo};
