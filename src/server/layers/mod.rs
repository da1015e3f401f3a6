//! What both APIs share around the answer to a request.

mod compress;
mod cross_origin;
mod headers;
mod panics;
mod request_log;
mod response_bytes;
mod timeouts;
mod unread;

pub use compress::compress;
pub use cross_origin::CrossOrigin;
pub use headers::validate_headers;
pub use panics::{catch_panics, log_panics};
pub use request_log::log_request;
pub use response_bytes::hold_response;
pub use timeouts::{BodyTimeout, RequestTimeout, limit_time, require_database};
pub use unread::Unread;
