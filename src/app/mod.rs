//! The state that all requests share.

mod adopted;
mod byte_limit;
mod concurrency;
mod in_progress;
mod pending;
mod rate;
mod retention;
mod runs;
mod shares;
mod state;
mod table_sizes;
mod unit_of_work;

pub use adopted::{AdoptedTable, AdoptedTables};
pub use byte_limit::{ByteLimit, BytePermit, Counted, HELD_BYTES, Share};
pub use concurrency::{ConcurrencyLimits, Load, Place, SERVER, StatementPermit, Work};
pub use in_progress::Usage;
pub use pending::PART;
pub use retention::Retention;
pub use runs::{Running, Runs};
pub use shares::{Busy, Shares};
pub use state::App;
pub use unit_of_work::UnitOfWork;
