//! Runs the operations that read.

mod accounts;
mod events;
mod lists;
mod record;
mod request;
mod run;
mod trash;

pub use events::operation_id;
pub use request::PathParameters;
pub use run::run;
