//! The clock of the application.

use entity::Timestamp;

/// A source of the current time: the system's clock, or one that a test sets.
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Timestamp);

impl Clock {
    /// The system's clock.
    #[must_use]
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
    pub const fn system() -> Self {
        Self(|| chrono::Utc::now().into())
    }

    /// A clock that shows what the function returns.
    #[must_use]
    pub const fn showing(now: fn() -> Timestamp) -> Self {
        Self(now)
    }

    /// The current time, truncated to microseconds.
    #[must_use]
    pub fn now(self) -> Timestamp {
        (self.0)()
    }
}
