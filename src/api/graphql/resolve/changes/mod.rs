//! Resolves the mutations that change something else than one record of a kind.

mod describe;
mod one_of;
mod run;

pub use describe::{describe, register};
pub use run::run;
