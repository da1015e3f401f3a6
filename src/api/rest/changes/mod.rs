//! Runs the operations that change something.

mod plain;
mod run;

pub use run::{OVERLAP, run};
