//! Runs the operations that change something else than one record of a kind, for both APIs.

mod accounts;
mod asked;
mod inbox;
mod many;
mod one;
mod run;

pub use asked::Asked;
pub use run::{Shows, run, shows};
