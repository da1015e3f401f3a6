//! The state that all requests share.

mod in_progress;
mod pending;
mod retention;
mod state;
mod unit_of_work;

pub use retention::Retention;
pub use state::App;
pub use unit_of_work::UnitOfWork;
