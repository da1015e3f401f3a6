//! The state that all requests share.

mod in_progress;
mod lanes;
mod lock;
mod pending;
mod retention;
mod runs;
mod state;
mod table_sizes;
mod unit_of_work;

pub use in_progress::Usage;
pub use retention::Retention;
pub use runs::{Running, Runs};
pub use state::App;
pub use unit_of_work::UnitOfWork;
