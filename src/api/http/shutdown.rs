//! The shutdown signal for requests.

use std::future::pending;
use tokio::sync::watch;

/// Whether the server is stopping; long responses end then. By default it never is.
#[derive(Clone, Debug, Default)]
pub struct Stopping(Option<watch::Receiver<bool>>);

impl Stopping {
    /// A server that stops once the value is true.
    pub const fn when(stopping: watch::Receiver<bool>) -> Self {
        Self(Some(stopping))
    }

    /// Whether the server is stopping.
    pub fn has_begun(&self) -> bool {
        self.0.as_ref().is_some_and(|stopping| *stopping.borrow())
    }

    /// Waits until the server is stopping.
    pub async fn begun(mut self) {
        let has_begun = match &mut self.0 {
            Some(stopping) => stopping.wait_for(|stopping| *stopping).await.is_ok(),
            None => false,
        };
        if !has_begun {
            pending::<()>().await;
        }
    }
}
