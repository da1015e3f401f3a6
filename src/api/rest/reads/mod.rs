//! Runs the operations that read.

mod account;
mod asked;
mod events;
mod lists;
mod people;
mod record;
mod run;
mod trash;

pub use asked::PathParameters;
pub use events::operation_id;
pub use run::run;
pub use trash::trash_filter;
