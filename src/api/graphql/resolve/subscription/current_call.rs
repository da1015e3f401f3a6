//! The call that a live operation acts for.

use std::sync::Arc;
use tokio::sync::watch::Receiver;

use crate::{auth::Call, error::Error};

/// The call of a live connection, whose permissions may change while it is open.
#[derive(Clone)]
pub struct CurrentCall(Receiver<Arc<Call>>);

impl CurrentCall {
    /// The call in a channel that closes when the credential is no longer valid.
    pub const fn new(call: Receiver<Arc<Call>>) -> Self {
        Self(call)
    }

    /// The current call, with a budget of its own.
    ///
    /// # Errors
    /// `Unauthenticated` once the credential is no longer valid.
    pub fn get(&self) -> Result<Arc<Call>, Error> {
        match self.0.has_changed() {
            Ok(_) => Ok(self.0.borrow().renewed()),
            Err(_) => Err(Error::Unauthenticated),
        }
    }
}
