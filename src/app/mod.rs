//! The state that all requests share.

mod held;
mod in_progress;
mod lanes;
mod pending;
mod retention;
mod runs;
mod state;
mod table_sizes;
mod unit_of_work;

pub use held::{Counted, HELD_BYTES, Held, HeldBytes, Share};
pub use in_progress::Usage;
pub use lanes::Work;
pub use retention::Retention;
pub use runs::{Running, Runs};
pub use state::App;
pub use unit_of_work::UnitOfWork;
