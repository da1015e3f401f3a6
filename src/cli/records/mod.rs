//! Takes changes of records back, and removes records or what they say.

mod erase;
mod purge;
mod undo;

pub use erase::Erase;
pub use purge::Purge;
pub use undo::Undo;
