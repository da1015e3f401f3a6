//! What waits for what, so that slow statements leave connections and cores for others.

mod limits;
mod permit;

pub use limits::{ConcurrencyLimits, Load, Place, SERVER, Work};
pub(super) use permit::Places;
pub use permit::StatementPermit;
