//! Runs the operations that read.

mod accounts;
mod lists;
mod record;
mod request;
mod run;
mod trash;
mod views;

pub use request::PathParameters;
pub use run::run;
