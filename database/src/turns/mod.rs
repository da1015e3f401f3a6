//! Turns of accounts at what is scarce.

mod places;
mod with_place;

pub use places::{Place, SERVER, Turns};
pub(crate) use with_place::BoxedResult;
pub use with_place::Transaction;
