//! Who a live connection acts as, for as long as its credential is valid.

use std::{future::pending, sync::Arc, time::Duration};
use tokio::{
    sync::{
        broadcast::{Receiver, error::RecvError},
        watch,
    },
    task::AbortHandle,
    time::sleep,
};
use tracing::Instrument;

use crate::{
    api::graphql::transport::executor::Api, app::App, auth::Call, error::Error,
    operations::accounts, store::AffectedAccounts,
};

/// A live connection, as the rest of the service knows it.
///
/// Its credential is watched by a task of its own, whether or not the client has room for what it
/// asked for: who reads slowly is shown nothing by permissions of the past.
pub struct Session {
    call: watch::Receiver<Arc<Call>>,
    watched: AbortHandle,
}

/// A look at who a connection acts as now: its permissions may change while it lasts.
#[derive(Clone)]
pub struct Viewing(watch::Receiver<Arc<Call>>);

impl Viewing {
    /// The call that something done now belongs to.
    ///
    /// # Errors
    /// `Unauthenticated` once the credential is not valid any more.
    pub fn call(&self) -> Result<Arc<Call>, Error> {
        match self.0.has_changed() {
            Ok(_) => Ok(Arc::clone(&self.0.borrow())),
            Err(_) => Err(Error::Unauthenticated),
        }
    }
}

impl Session {
    /// A session of whoever opened the connection with a call, by this credential.
    pub fn new(api: &Api, call: Arc<Call>, credential: &str) -> Self {
        let (sender, call) = watch::channel(call);
        let watch = Watch {
            credential_changes: api.app.credential_changes.subscribe(),
            app: Arc::clone(&api.app),
            credential: credential.to_owned(),
            check: api.pace.check,
        };
        let watched = watch.keep(sender);
        Self { call, watched: tokio::spawn(watched.in_current_span()).abort_handle() }
    }

    /// A look at who it acts as, for an operation that runs on it.
    pub fn viewing(&self) -> Viewing {
        Viewing(self.call.clone())
    }

    /// Waits until the credential is not valid any more.
    pub async fn lost(&self) {
        let mut call = self.call.clone();
        while call.changed().await.is_ok() {}
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.watched.abort();
    }
}

/// Looks after a credential.
struct Watch {
    app: Arc<App>,
    credential: String,
    /// The longest that it is not looked at.
    check: Duration,
    credential_changes: Receiver<AffectedAccounts>,
}

impl Watch {
    /// Keeps what the credential may do up to date until it is not valid any more; the call is taken
    /// away with the end.
    async fn keep(mut self, call: watch::Sender<Arc<Call>>) {
        let account = call.borrow().user_id;
        // What happened between the call and the subscription is found by looking at once.
        loop {
            match accounts::authenticate(&self.app, &self.credential).await {
                Ok(caller) => call.send_modify(|call| {
                    *call = Arc::new(Call { caller, ..Call::clone(call) });
                }),
                Err(Error::Unauthenticated) => return,
                // The database can't be asked now; only what is known already can end it.
                Err(_) => {
                    let expires_at = call.borrow().caller.credential.expires_at;
                    if expires_at.is_some_and(|expires_at| expires_at <= self.app.clock.now()) {
                        return;
                    }
                }
            }
            tokio::select! {
                () = sleep(self.check) => {}
                () = credential_changes(&mut self.credential_changes, account) => {}
            }
        }
    }
}

/// Waits until something has happened to the account's credentials.
async fn credential_changes(credential_changes: &mut Receiver<AffectedAccounts>, account: i64) {
    loop {
        match credential_changes.recv().await {
            Ok(whose) if !whose.includes(account) => {}
            // One that was missed may have been of this account.
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => pending().await,
        }
    }
}
