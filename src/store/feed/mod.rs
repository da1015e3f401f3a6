//! The change feed: events in one order, without gaps.

mod commits;
mod event;
mod position;
mod read;
mod reader;

pub use commits::{Commits, CommittedEvent};
pub use event::{Event, Filter};
pub use position::{Position, Signer};
pub use read::{Batch, now, read_window};
pub use reader::Feed;
