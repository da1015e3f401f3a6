//! Single records: how they are read and written.

mod expected;
pub mod read;
mod record;
mod state;
mod state_change;
mod statement;
mod target;
mod user_summary;
pub mod write;

pub use expected::Expected;
pub use record::{Record, Value};
pub(crate) use statement::{Assignment, run};
pub(crate) use target::to_the_end;
pub use target::{Fields, Target};
pub use user_summary::UserSummary;
