//! Re-authenticates calls after a wait, as their credentials may have ended (D25).

use sea_orm::{DbErr, RuntimeErr};
use std::{sync::Arc, time::Duration};
use tokio::{runtime::Handle, time::Instant};

use crate::operations::callers::authenticate::{is_known, renew};
use crate::{
    app::{App, Work},
    auth::Call,
    error::{CREDENTIAL_ENDED, Error, Refusal},
    store::database::Transaction,
};

/// How long a call may wait without being looked at again.
const PROMPT: Duration = Duration::from_millis(50);

/// The call, re-authenticated if it has waited since then.
///
/// # Errors
/// As [`renew`].
pub async fn renew_after(app: &App, call: &Arc<Call>, since: Instant) -> Result<Arc<Call>, Error> {
    if since.elapsed() < PROMPT { Ok(Arc::clone(call)) } else { renew(app, call).await }
}

/// Waits for a permit of the caller, and re-authenticates the call, which has it until it is dropped.
///
/// # Errors
/// As [`renew`].
pub async fn enter(app: &App, call: &Arc<Call>, work: Work) -> Result<Arc<Call>, Error> {
    let since = Instant::now();
    renew_after(app, &app.enter(call, work).await, since).await
}

/// Begins a transaction unless the call lost permissions. The call was looked at before the wait.
pub(in crate::operations) async fn begin(
    app: &App,
    call: &Arc<Call>,
    since: Instant,
) -> Result<Transaction, DbErr> {
    let mut transaction = app.writes(call).begin().await?;
    // In memory there is one connection, which the transaction has now.
    if app.database.reads_callers_apart() {
        if since.elapsed() >= PROMPT && !app.database.is_scoped() && !is_known(app, call) {
            // With many roles that takes long, and others would wait for the transaction.
            drop(transaction);
            let _ = renew(app, call).await;
            transaction = app.writes(call).begin().await?;
        }
        check_after(app, call, since).await?;
    }
    Ok(transaction)
}

/// Checks a call on the SQLite writer thread, before its write.
pub(in crate::operations) fn check_on_writer(
    app: &Arc<App>,
    call: &Arc<Call>,
    since: Instant,
) -> impl FnOnce() -> Result<(), DbErr> + Send + 'static {
    let (app, call) = (Arc::clone(app), Arc::clone(call));
    move || {
        if since.elapsed() < PROMPT {
            Ok(())
        } else {
            Handle::current().block_on(check_after(&app, &call, since))
        }
    }
}

/// Checks that a call that waited is still allowed the same.
async fn check_after(app: &App, call: &Arc<Call>, since: Instant) -> Result<(), DbErr> {
    let refused = |why: String| Err(DbErr::Custom(why));
    match renew_after(app, call, since).await {
        Ok(now) if now.deleted == call.deleted && now.permissions == call.permissions => Ok(()),
        Ok(_) => refused(Refusal::CallerChanged.to_string()),
        Err(Error::Unauthenticated) => refused(CREDENTIAL_ENDED.to_owned()),
        // The reason is logged where it came up.
        Err(_) => Err(DbErr::Conn(RuntimeErr::Internal("the caller can't be read".to_owned()))),
    }
}
