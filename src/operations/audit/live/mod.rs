//! Follows changes of records for subscribers, who share what is read and written.

mod audience;
mod followed;
mod follower;
mod shared;

pub use audience::Audience;
pub use followed::Followed;
pub use follower::{Follower, retry};
pub use shared::{Sent, SharedChanges};
