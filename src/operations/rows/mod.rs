//! Rows of any kind: values, conditions, statements and reads.

mod action;
mod completion;
pub mod read;
mod record;
mod rows;
mod selection;
mod slot;
mod state;
mod statement;
mod target;
mod templates;

pub use action::Action;
pub(crate) use completion::to_completion;
pub use record::{MoreOfUser, RawJson, Record, UserSummary, Value};
pub(crate) use record::{Row, texts};
pub(crate) use rows::{Lock, Rows};
pub use selection::{Projections, Selection, ids_only, names_only};
pub(crate) use slot::{Slot, Values};
pub use state::State;
pub(crate) use statement::{
    Assignment, constant, insert_from, insert_rows, run, run_count, try_lock,
};
pub use target::{Expected, Fields, Target};
pub(crate) use templates::{RowsShape, Shape, Statements, Template, bits};
