//! Who a live connection acts as, for as long as its credential is valid.

use std::{sync::Arc, time::Duration};

use tokio::{sync::watch, time::sleep};

use crate::{access::Call, app::App, failure::Failure, graphql::face::Face, operations};

/// A live connection, as the rest of the service knows it.
pub struct Session {
    app: Arc<App>,
    credential: String,
    check: Duration,
    call: watch::Sender<Arc<Call>>,
}

/// A look at who a connection acts as now: its permissions may change while it lasts.
#[derive(Clone)]
pub struct Viewing(watch::Receiver<Arc<Call>>);

impl Viewing {
    /// The call that something done now belongs to.
    pub fn call(&self) -> Arc<Call> {
        Arc::clone(&self.0.borrow())
    }
}

impl Session {
    /// A session of whoever opened the connection with a call, by this credential.
    pub fn new(face: &Face, call: Arc<Call>, credential: &str) -> Self {
        Self {
            app: Arc::clone(&face.app),
            credential: credential.to_owned(),
            check: face.pace.check,
            call: watch::Sender::new(call),
        }
    }

    /// A look at who it acts as, for an operation that runs on it.
    pub fn viewing(&self) -> Viewing {
        Viewing(self.call.subscribe())
    }

    /// Waits until the credential is no longer valid, and keeps what it may do up to date until
    /// then.
    pub async fn lost(&self) {
        loop {
            sleep(self.check).await;
            match operations::authenticate(&self.app, &self.credential).await {
                Ok(caller) => self.call.send_modify(|call| {
                    *call = Arc::new(Call { caller, ..Call::clone(call) });
                }),
                Err(Failure::Unauthenticated) => return,
                // The database can't be asked now; only what is known already can end it.
                Err(_) if self.is_expired() => return,
                Err(_) => {}
            }
        }
    }

    fn is_expired(&self) -> bool {
        let expires_at = self.call.borrow().caller.credential.expires_at;
        expires_at.is_some_and(|expires_at| expires_at <= self.app.clock.now())
    }
}
