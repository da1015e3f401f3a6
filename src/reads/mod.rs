//! Runs the operations that read and show views, for both APIs.

mod accounts;
mod asked;
mod events;
mod run;
mod trash;

pub use asked::{Asked, Found};
pub use run::{Finds, finds, run};
