//! Runs the operations that change many records.

mod accounts;
mod bulk;
mod import;
mod inbox;
mod run;

pub use accounts::status;
pub use bulk::POLICIES;
pub use run::run;
