//! Single records: how they are read and written.

mod expected;
pub mod read;
mod record;
mod state;
mod statement;
mod target;
pub mod write;

pub use expected::Expected;
pub use record::{Record, Value};
pub(crate) use statement::{Assignment, run};
pub use target::{Fields, Target};
pub(crate) use target::{allow, to_the_end};
