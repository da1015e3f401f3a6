//! Changes the records that match a filter, and any number of records in batches.

mod matches;
mod preview;
mod progress;
mod run;
mod source;
mod start;
mod token;

pub use matches::Matches;
pub use preview::Preview;
pub use progress::{Progress, RunState, progress};
pub use run::interrupt;
pub use start::{Changed, MAX_RECORDS, cancel, change_matching, undo};
