//! The change feed: events in one order, without gaps.

mod commits;
mod position;
mod read;
mod reader;

pub use commits::{Changes, Commits};
pub use position::Position;
pub use read::now;
pub use reader::Feed;
