//! Runs the operations that change something.

mod accounts;
mod bulk;
mod revert;
mod run;

pub use bulk::{POLICIES, WITH};
pub use run::{OVERLAP, run, takes_body};
