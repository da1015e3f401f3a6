//! The call that a live operation acts for.

use std::sync::Arc;
use tokio::sync::watch::Receiver;

use crate::{app::App, auth::Call, error::Error, operations::callers::authenticate::renew};

/// The call of a live connection. Its permissions may change while the connection is open.
#[derive(Clone)]
pub struct CurrentCall(Receiver<Arc<Call>>);

impl CurrentCall {
    /// The call in a channel that closes when the credential ends.
    pub const fn new(call: Receiver<Arc<Call>>) -> Self {
        Self(call)
    }

    /// The current call, with a budget of its own.
    ///
    /// # Errors
    /// `Unauthenticated` once the credential is no longer valid.
    pub fn get(&self) -> Result<Arc<Call>, Error> {
        match self.0.has_changed() {
            Ok(_) => Ok(self.0.borrow().unspent()),
            Err(_) => Err(Error::Unauthenticated),
        }
    }

    /// The current call with what its credential allows now. The connection may notice a change
    /// later (D25). Without the database it is the last one known.
    pub async fn renewed(&self, app: &App) -> Result<Arc<Call>, Error> {
        let call = self.get()?;
        match renew(app, &call).await {
            Err(Error::Unauthenticated) => Err(Error::Unauthenticated),
            renewed => Ok(renewed.unwrap_or(call)),
        }
    }
}
