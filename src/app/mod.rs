//! The state that all requests share.

mod app;
mod in_progress;
mod pending;
mod retention;
mod unit_of_work;

pub use app::App;
pub use retention::Retention;
pub use unit_of_work::UnitOfWork;
