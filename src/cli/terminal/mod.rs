//! What commands print: results, tables and progress.

pub mod interrupt;
mod output;
pub mod progress;
pub mod table;

pub(crate) use output::{Outcome, message, print};
