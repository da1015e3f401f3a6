//! Resolves subscriptions from the change feed.

mod arguments;
mod changes;
mod current_call;
mod follower;
mod notifications;
mod root;
mod stream;

pub use current_call::CurrentCall;
pub use root::unwrap_root_fields;
pub use stream::Subscription;
