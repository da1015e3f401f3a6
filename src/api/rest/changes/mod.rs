//! Runs the operations that change many records.

mod bulk;
mod import;
mod inbox;
mod run;

pub use bulk::POLICIES;
pub use run::run;
