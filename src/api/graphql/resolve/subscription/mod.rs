//! Resolves subscriptions from the change feed.

mod arguments;
mod changes;
mod follower;
mod notifications;
mod root;
mod subscription;

pub use root::unwrap_root_fields;
pub use subscription::Subscription;
