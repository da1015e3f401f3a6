//! Invalidates caches after changes by other processes.
//!
//! Each process records its changes as events, in the transaction of the change. So each server
//! polls several times a second for newly committed events, and clears the caches they make stale.
//! When a poll fails or takes too long it clears them anyway: cached permissions are never older
//! than a second, whatever is lost or late.

use std::{
    collections::HashSet,
    pin::pin,
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::{
    app::App,
    kinds,
    resources::Resource,
    store::{
        AffectedAccounts, Stale,
        feed::{Commits, CommittedEvent},
    },
    telemetry::supervise,
};

/// The time between two polls.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Shortest time between two polls, however many write signals arrive.
const MIN_INTERVAL: Duration = Duration::from_millis(50);
/// How long a poll may take before the caches are cleared. From then on it is also how often. A
/// change that just missed a poll is found by the next one, so twice this time and an interval must
/// be less than a second.
const SLOW_POLL: Duration = Duration::from_millis(350);
/// When a poll is cancelled. Its connection may be broken without notice. An earlier cancellation
/// would not free the connection before the database answers.
const POLL_TIMEOUT: Duration = Duration::from_secs(10);

/// Invalidates the application's caches for as long as it exists.
pub fn invalidate_caches(app: &Arc<App>) {
    let app = Arc::downgrade(app);
    supervise("invalidation", move || run(Weak::clone(&app)));
}

async fn run(app: Weak<App>) {
    let makes_stale = |resource: &&Resource| resource.stale != Stale::Nothing;
    let kinds = kinds::registered().iter().filter(makes_stale).map(|resource| resource.name);
    let mut commits = Commits::new(&kinds.collect::<Vec<_>>());
    let Some(mut signals) = app.upgrade().map(|app| app.write_signal.subscribe()) else { return };
    loop {
        let Some(strong) = app.upgrade() else { return };
        let started = Instant::now();
        signals.mark_unchanged();
        match poll(&mut commits, &strong).await {
            Some(events) => invalidate(&strong, events.as_deref()),
            // Live connections keep their callers: authenticating them again would fail as well.
            None => strong.caches.clear(Stale::Credentials),
        }
        drop(strong);
        sleep_until(started + MIN_INTERVAL).await;
        tokio::select! {
            _ = signals.changed() => {}
            () = sleep(POLL_INTERVAL) => {}
        }
    }
}

/// The events since the last poll; `None` when the poll fails. While it takes long it clears the
/// caches again and again.
async fn poll(commits: &mut Commits, app: &App) -> Option<Option<Vec<CommittedEvent>>> {
    let deadline = Instant::now() + POLL_TIMEOUT;
    let mut poll = pin!(commits.poll(&app.database));
    while Instant::now() < deadline {
        match timeout(SLOW_POLL, &mut poll).await {
            Ok(outcome) => return outcome.ok(),
            Err(_) => app.caches.clear(Stale::Credentials),
        }
    }
    None
}

/// Clears the caches that these events make stale. `None`: they are not known.
fn invalidate(app: &App, events: Option<&[CommittedEvent]>) {
    let Some(events) = events else {
        app.caches.clear(Stale::Translations);
        invalidate_credentials(app, AffectedAccounts::Anybody);
        return;
    };
    let is_text = |event: &&CommittedEvent| {
        kinds::named(&event.kind).is_some_and(|kind| kind.stale == Stale::Translations)
    };
    let (texts, rest): (Vec<_>, Vec<_>) = events.iter().partition(is_text);
    if !texts.is_empty() {
        app.caches.clear(Stale::Translations);
    }
    // What is granted to an account is an event of the account; those of roles have no owner.
    let owners: Option<HashSet<i64>> = rest.iter().map(|event| event.owner).collect();
    match owners {
        Some(accounts) if accounts.is_empty() => {}
        Some(accounts) => {
            invalidate_credentials(app, AffectedAccounts::Accounts(Arc::new(accounts)));
        }
        None => invalidate_credentials(app, AffectedAccounts::Anybody),
    }
}

/// Clears the cached credentials, and notifies live connections of the affected accounts.
fn invalidate_credentials(app: &App, accounts: AffectedAccounts) {
    app.caches.clear_credentials(|account| accounts.includes(account));
    // An error means that there are no live connections.
    let _ = app.credential_changes.send(accounts);
}
