//! Reads and writes records of any kind.

mod completion;
mod expected;
mod plan;
pub mod read;
mod record;
mod rows;
mod state;
mod state_change;
mod statement;
mod target;
pub mod write;

pub(crate) use completion::to_completion;
pub use expected::Expected;
pub(crate) use plan::{Plan, Shape, Slot, Template, Values};
pub use record::{RawJson, Record, UserSummary, Value};
pub(crate) use rows::Rows;
pub(crate) use statement::{Assignment, constant, is_live_account, run};
pub use target::{Fields, Target};
