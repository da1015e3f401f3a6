//! Resolves subscriptions from the change feed.

mod audience;
mod changes;
mod current_call;
mod follower;
mod notifications;
mod shared_records;
mod stream;
mod subscribed;

pub use current_call::CurrentCall;
pub use shared_records::SharedRecords;
pub use stream::describe;
pub use subscribed::Subscription;
