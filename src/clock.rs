//! The clock of the application.

use entity::Timestamp;
use uuid::{Builder, Uuid};

/// A source of the current time. It is the system's clock, or one that a test sets.
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Timestamp);

impl Clock {
    /// The system's clock.
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
    pub const fn system() -> Self {
        Self(|| chrono::Utc::now().into())
    }

    /// A clock that shows what the function returns.
    pub const fn showing(now: fn() -> Timestamp) -> Self {
        Self(now)
    }

    /// A new uuid (version 7). Such uuids are in the order of their time, so that an index on them
    /// grows at its end.
    pub fn uuid(self) -> Uuid {
        let milliseconds = u64::try_from(self.now().to_chrono().timestamp_millis());
        Builder::from_unix_timestamp_millis(milliseconds.unwrap_or_default(), &rand::random())
            .into_uuid()
    }

    /// The current time, truncated to microseconds.
    pub fn now(self) -> Timestamp {
        (self.0)()
    }
}
