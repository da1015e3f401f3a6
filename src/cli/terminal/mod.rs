//! What commands print: results, tables and progress.

mod output;
pub mod table;

pub(crate) use output::{
    Outcome, byte_bar, interrupted, message, print, progress_bar, unless_interrupted,
};
