//! Reads and writes records of any kind.

mod completion;
mod dependents;
mod history;
mod operation;
pub mod read;
mod record;
mod related;
mod restoring;
mod rows;
mod state;
mod state_change;
mod statement;
mod target;
mod templates;
pub mod write;

pub(crate) use completion::to_completion;
pub(crate) use dependents::dependents;
pub use history::{AsOf, Reverted, record_as_of, revert};
pub use operation::{MAX_EVENTS, OperationFields, OperationSummary, operation};
pub use record::{MoreOfUser, RawJson, Record, UserSummary, Value};
pub(crate) use record::{Row, texts};
pub use related::{count_related, list_related};
pub use restoring::{
    Dependents, MAX_PREVIEWS, Preview, restore_many_related, restore_preview, restore_related,
};
pub(crate) use rows::{Lock, Rows};
pub(crate) use state::State;
pub(crate) use state_change::StateChangePolicy;
pub(crate) use statement::{Assignment, constant, insert_rows, run, run_count, try_lock};
pub use target::{Expected, Fields, Target};
pub(crate) use templates::{RowsShape, Shape, Slot, Statements, Template, Values, bits, bound};
