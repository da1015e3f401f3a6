//! Deletes, restores and purges many records: by their ids, by a filter, or those of an operation.

mod change;
mod matches;
mod operation;
mod outcome;
mod preview;
mod progress;
mod related;
mod run;
mod source;
mod start;
mod token;
mod undo;

pub use matches::Matches;
pub use operation::{MAX_EVENTS, OperationFields, OperationSummary, operation};
pub use outcome::{Bulk, MANY, Outcome, Policy};
pub use preview::{Counted, Preview};
pub use progress::{MAX_RECORDS, Progress, RunState, progress};
pub use related::{
    Dependents, MAX_PREVIEWS, RestorePreview, restore_many_related, restore_preview,
    restore_related,
};
pub use run::interrupt;
pub(crate) use start::change_many;
pub use start::{
    Changed, cancel, change_matching, purge_one, undo, undo_as_operator, undo_matching,
};
pub use undo::Undone;
