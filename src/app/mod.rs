//! The state that all requests share.

mod app;
mod in_progress;
mod retention;
mod unit_of_work;

pub use app::{AffectedAccounts, App, Stale};
pub use retention::Retention;
pub use unit_of_work::UnitOfWork;
