//! The change feed: events in one order, without gaps.

mod commits;
mod feed;
mod position;
mod read;

pub use commits::{Changes, Commits};
pub use feed::Feed;
pub use position::Position;
pub use read::now;
