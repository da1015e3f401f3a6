//! Whether the server is stopping.

use axum::{extract::FromRequestParts, http::request::Parts};
use std::{convert::Infallible, future::pending};
use tokio::sync::watch;

/// Whether the server is stopping: what would go on for long ends then.
#[derive(Clone, Debug)]
pub struct Stopping(Option<watch::Receiver<bool>>);

impl Stopping {
    /// It is stopping once the value is true.
    #[must_use]
    pub const fn when(stopping: watch::Receiver<bool>) -> Self {
        Self(Some(stopping))
    }

    /// It never is.
    #[must_use]
    pub const fn never() -> Self {
        Self(None)
    }

    /// Whether it is.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.as_ref().is_some_and(|stopping| *stopping.borrow())
    }

    /// Waits until it is, for ever where nobody would say so.
    pub async fn begun(mut self) {
        let told = match &mut self.0 {
            Some(stopping) => stopping.wait_for(|stopping| *stopping).await.is_ok(),
            None => false,
        };
        if !told {
            pending::<()>().await;
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Stopping {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or(Self(None)))
    }
}
