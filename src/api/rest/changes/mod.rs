//! Runs the operations that change many records.

mod accounts;
mod bulk;
mod inbox;
mod matching;
mod revert;
mod run;

pub use bulk::{POLICIES, WITH};
pub use run::{run, takes_body};
