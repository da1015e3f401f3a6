//! Runs the operations that read.

mod accounts;
mod lists;
mod live;
mod record;
mod request;
mod run;
mod trash;
mod views;

pub use live::{LAST_EVENT_ID, Streams};
pub use request::PathParameters;
pub use run::run;
