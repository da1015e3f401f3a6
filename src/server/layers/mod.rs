//! What both APIs share around the answer to a request.

mod compress;
mod cross_origin;
mod panics;
mod request_log;
mod timeouts;
mod unread;
mod unsent;

pub use compress::compress;
pub use cross_origin::CrossOrigin;
pub use panics::{catch_panics, log_panics};
pub use request_log::log_request;
pub use timeouts::{BodyTimeout, RequestTimeout, limit_time, require_database};
pub use unread::Unread;
pub use unsent::hold_response;
