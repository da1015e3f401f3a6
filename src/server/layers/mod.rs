//! Middleware around both APIs.

mod panics;
mod rate_limit;
mod request_log;
mod timeouts;
mod unread;

pub use panics::log_panics;
pub use rate_limit::limit_rate;
pub use request_log::log_requests;
pub use timeouts::{BodyTimeout, RequestTimeout, limit_time, require_database};
pub use unread::Unread;
