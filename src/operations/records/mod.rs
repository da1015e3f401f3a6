//! Reads and writes records of any kind.

mod completion;
mod expected;
pub mod read;
mod record;
mod state;
mod state_change;
mod statement;
mod target;
mod user_summary;
pub mod write;

pub(crate) use completion::to_completion;
pub use expected::Expected;
pub use record::{Record, Value};
pub(crate) use statement::{Assignment, run};
pub use target::{Fields, Target};
pub use user_summary::UserSummary;
