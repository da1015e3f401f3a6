//! Why wake-ups don't arrive.

use std::{error::Error, time::Duration};

/// How long connecting and sending may take.
pub(super) const TIMEOUT: Duration = Duration::from_secs(4);

/// Why wake-ups don't arrive; contains no secret.
pub(super) type ConnectionLost = Box<dyn Error + Send + Sync>;
