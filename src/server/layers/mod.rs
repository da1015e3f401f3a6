//! Middleware around both APIs.

mod observe;
mod panics;
mod rate_limit;
mod timeouts;

pub use observe::observe;
pub use panics::watch_panics;
pub use rate_limit::within;
pub use timeouts::{Paced, Patience, in_time, while_up};
