//! A connection that carries wake-ups, and why they don't arrive.

use async_trait::async_trait;
use std::{error::Error, time::Duration};

/// How long connecting and sending may take.
pub(super) const TIMEOUT: Duration = Duration::from_secs(4);

/// Why wake-ups don't arrive; contains no secret.
pub(super) type ConnectionLost = Box<dyn Error + Send + Sync>;

/// A connection of a transport.
#[async_trait]
pub(super) trait Connection: Send {
    /// Sends a wake-up from this sender.
    async fn send(&mut self, sender: &str) -> Result<(), ConnectionLost>;

    /// Waits for the next wake-up and returns its sender. Cancelling the future loses none.
    async fn receive(&mut self) -> Result<String, ConnectionLost>;
}
