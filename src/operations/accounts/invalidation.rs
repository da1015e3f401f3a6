//! Forgetting what other processes have made stale.
//!
//! Each process of this program tells by an event what it changed, in the transaction of the change.
//! So each server asks several times a second what was committed since it last asked, and forgets
//! what that has made stale. When it can't find out it forgets everything: what a credential may do
//! is never older than a second, whatever is lost or late.

use std::{
    collections::HashSet,
    pin::pin,
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::{
    app::{AffectedAccounts, App, Stale},
    kinds,
    operations::audit::ROLE,
    resources::Resource,
    store::feed::{Commits, Lately},
};

/// How often it is looked at.
const EVERY: Duration = Duration::from_millis(250);
/// How soon again at the earliest, however much is written.
const SOONEST: Duration = Duration::from_millis(50);
/// Longest that a look may take before everything is forgotten, and again for as long as it takes. A
/// change that just missed a look is found by the next one, so that twice this and a pause stay below
/// a second.
const LONGEST: Duration = Duration::from_millis(350);
/// When a look is given up: its connection may be one that broke without a word. One that is given
/// up sooner would keep its connection all the same, until the database answers.
const GIVEN_UP: Duration = Duration::from_secs(10);

/// Keeps the application's caches fresh for as long as it is there.
pub fn invalidate_caches(app: &Arc<App>) {
    tokio::spawn(keep(Arc::downgrade(app)));
}

/// What an event of some kind makes stale.
fn stale(kind: &str) -> Stale {
    match kinds::named(kind) {
        Some(resource) => resource.stale,
        None if kind == ROLE => Stale::Credentials,
        None => Stale::Nothing,
    }
}

async fn keep(app: Weak<App>) {
    let makes_stale = |resource: &&Resource| resource.stale != Stale::Nothing;
    let kinds = kinds::all().iter().filter(makes_stale).map(|resource| resource.name);
    let mut commits = Commits::of(&kinds.chain([ROLE]).collect::<Vec<_>>());
    let Some(mut hints) = app.upgrade().map(|app| app.write_signal.listen()) else { return };
    loop {
        let Some(strong) = app.upgrade() else { return };
        let started = Instant::now();
        hints.mark_unchanged();
        match look(&mut commits, &strong).await {
            Some(lately) => forget(&strong, &lately),
            // What connections act by they go on with: looking it up would fail as well.
            None => strong.caches.clear(Stale::Credentials),
        }
        drop(strong);
        sleep_until(started + SOONEST).await;
        tokio::select! {
            _ = hints.changed() => {}
            () = sleep(EVERY) => {}
        }
    }
}

/// What has been committed since the last look; `None` when it can't be found out. Until then what
/// could be stale is forgotten again and again.
async fn look(commits: &mut Commits, app: &App) -> Option<Lately> {
    let given_up = Instant::now() + GIVEN_UP;
    let mut look = pin!(commits.look(&app.database));
    while Instant::now() < given_up {
        match timeout(LONGEST, &mut look).await {
            Ok(outcome) => return outcome.ok(),
            Err(_) => app.caches.clear(Stale::Credentials),
        }
    }
    None
}

/// Forgets what these commits have made stale.
fn forget(app: &App, lately: &Lately) {
    let Lately::These(events) = lately else {
        app.caches.clear(Stale::Translations);
        app.caches.clear(Stale::Credentials);
        tell(app, AffectedAccounts::Anybody);
        return;
    };
    if events.iter().any(|event| stale(&event.kind) == Stale::Translations) {
        app.caches.clear(Stale::Translations);
    }
    let owners: Option<HashSet<i64>> = events
        .iter()
        .filter(|event| stale(&event.kind) == Stale::Credentials)
        .map(|event| event.owner)
        .collect();
    match owners {
        Some(accounts) if accounts.is_empty() => {}
        Some(accounts) => {
            app.caches.clear(Stale::Credentials);
            tell(app, AffectedAccounts::Accounts(Arc::new(accounts)));
        }
        None => {
            app.caches.clear(Stale::Credentials);
            tell(app, AffectedAccounts::Anybody);
        }
    }
}

/// Tells those who act by a credential for long. An error means that there are none.
fn tell(app: &App, whose: AffectedAccounts) {
    let _ = app.credential_changes.send(whose);
}
