//! Why wake-ups don't arrive.

use sea_orm::sqlx;
use std::{fmt, time::Duration};

/// How long connecting and sending may take.
pub(super) const TIMEOUT: Duration = Duration::from_secs(4);

/// Why wake-ups don't arrive; contains no secret.
#[derive(Debug)]
pub(super) struct ConnectionLost(pub(super) String);

impl fmt::Display for ConnectionLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<sqlx::Error> for ConnectionLost {
    fn from(error: sqlx::Error) -> Self {
        Self(error.to_string())
    }
}
