//! Limits of time that hold on a busy machine too.

use std::time::Duration;

/// The time allowed here for what an optimised build does within `limit`.
///
/// Unoptimised code that shares its processors with other tests may take ten times as long.
pub const fn within(limit: Duration) -> Duration {
    limit.saturating_mul(if cfg!(debug_assertions) { 10 } else { 1 })
}
