//! The caller of a live connection, while its credential is valid.

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

use crate::operations::callers::{authenticate::authenticate, current_call::CurrentCall};
use crate::{
    app::{App, Share},
    auth::{Call, Caller, Presented},
    error::Error,
    store::AffectedAccounts,
};

/// The caller of a live connection, kept up to date.
///
/// A task of its own checks the credential, whether or not the client reads: a slow reader sees
/// nothing that its former permissions allowed.
pub struct Session {
    call: watch::Receiver<Arc<Call>>,
    /// Holds the bytes of outcomes until they are sent.
    pub unsent: Share,
    watched: AbortHandle,
}

impl Session {
    /// Starts the session of a connection that a call opened, with this time between two checks.
    pub fn new(app: &Arc<App>, call: Arc<Call>, check: Duration) -> Self {
        let unsent = app.held_responses.share(Some(call.user_id));
        let watch = Watch {
            credential_changes: app.credential_changes.subscribe(),
            app: Arc::clone(app),
            credential: call.presented.clone(),
            check,
        };
        let (sender, call) = watch::channel(call);
        let watched = watch.run(sender);
        Self { call, unsent, watched: tokio::spawn(watched.in_current_span()).abort_handle() }
    }

    /// The current call, for an operation that runs on the connection.
    pub fn current_call(&self) -> CurrentCall {
        CurrentCall::new(self.call.clone())
    }

    /// The id of the caller's account.
    pub fn account(&self) -> i64 {
        self.call.borrow().user_id
    }

    /// Waits until the credential is no longer valid.
    pub async fn expired(&self) {
        let mut call = self.call.clone();
        while call.changed().await.is_ok() {}
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.watched.abort();
    }
}

/// Checks a credential while a connection is open.
struct Watch {
    app: Arc<App>,
    credential: Presented,
    /// Time between two checks.
    check: Duration,
    credential_changes: Receiver<AffectedAccounts>,
}

impl Watch {
    /// Updates the call until its credential ends, then drops the sender.
    async fn run(mut self, call: watch::Sender<Arc<Call>>) {
        // The first check finds changes from before the subscription to credential changes.
        loop {
            let checked = tokio::select! {
                // The known expiry ends the session, however long the database takes.
                () = self.expired(&call) => return,
                checked = authenticate(&self.app, self.credential.reveal()) => checked,
            };
            match checked {
                Ok(caller) => call.send_modify(|call| {
                    *call = Arc::new(Call { caller, ..Call::clone(call) });
                }),
                Err(Error::Unauthenticated) => return,
                // The database is unavailable.
                Err(_) => {}
            }
            let caller = Arc::clone(&call.borrow().caller);
            tokio::select! {
                () = self.expired(&call) => return,
                () = sleep(self.check) => {}
                () = changed(&mut self.credential_changes, &caller) => {}
            }
        }
    }

    /// Waits until the credential expires (D25).
    fn expired(&self, call: &watch::Sender<Arc<Call>>) -> impl Future<Output = ()> + use<> {
        let (expires_at, now) = (call.borrow().caller.credential.expires_at, self.app.clock.now());
        async move {
            match expires_at {
                Some(at) => {
                    sleep((at.to_chrono() - now.to_chrono()).to_std().unwrap_or_default()).await;
                }
                None => pending().await,
            }
        }
    }
}

/// Waits for a change of credentials of the caller's account, or of one that issued its credential.
async fn changed(changes: &mut Receiver<AffectedAccounts>, caller: &Caller) {
    let accounts = caller.credential.issuers.accounts.iter().chain([&caller.user_id]);
    loop {
        match changes.recv().await {
            Ok(affected) if !accounts.clone().any(|account| affected.includes(*account)) => {}
            // A missed change may concern these accounts.
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => pending().await,
        }
    }
}
