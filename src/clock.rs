//! The time, as the application sees it.

use entity::Timestamp;

/// Where the time comes from: the system's clock, or one that a test sets.
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Timestamp);

impl Clock {
    /// The system's clock.
    #[must_use]
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
    pub const fn system() -> Self {
        Self(|| chrono::Utc::now().into())
    }

    /// A clock that shows what the function answers.
    #[must_use]
    pub const fn showing(now: fn() -> Timestamp) -> Self {
        Self(now)
    }

    /// Now, cut to the microsecond.
    #[must_use]
    pub fn now(self) -> Timestamp {
        (self.0)()
    }
}
