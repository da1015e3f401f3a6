//! Resolves subscriptions from the change feed.

mod asked;
mod changes;
mod notifications;
mod stream;
mod subscribed;

pub use asked::Shared;
pub use stream::describe;
pub use subscribed::Subscription;
