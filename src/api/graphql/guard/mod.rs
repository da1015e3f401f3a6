//! Rejects documents that cost too much or are not valid, by the engine, and logs the others.

mod host;
mod request_log;

pub use engine::guard::{Cost, Limits, Outline, Rejection};
pub use host::{Documents, Prepared};
pub use request_log::{RootFields, logged};
