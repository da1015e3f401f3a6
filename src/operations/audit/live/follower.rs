//! Follows the change feed, event by event.

use std::{collections::VecDeque, sync::Arc, time::Duration};
use tokio::{sync::watch::Receiver, time::sleep};

use crate::{
    app::{App, BytePermit},
    auth::{Call, Caller},
    error::Error,
    operations::{
        audit::read::{follow, now, position},
        callers::CurrentCall,
    },
    store::feed::{Event, Filter, Position, Signer},
};

/// Time between two attempts while the database is unavailable.
const PAUSE: Duration = Duration::from_millis(500);
/// Rows of events that are read at once from the database, while some of them are wanted, and while
/// none is.
const WINDOW: (u32, u32) = (500, 25_000);

/// About how many bytes a subscription takes.
const BYTES: usize = 8 * 1024;

/// Follows the change feed from a position.
pub struct Follower {
    /// The application.
    pub app: Arc<App>,
    current: CurrentCall,
    feed: Receiver<Position>,
    signer: Signer,
    /// What is wanted for which caller.
    filter: Option<(Arc<Caller>, Arc<Filter>)>,
    /// After the last event that was taken out of the queue, or after what was read if it is empty.
    position: Position,
    queue: VecDeque<Arc<Event>>,
    /// The position after the queue.
    reached: Position,
    window: u32,
    /// Counts it for its account.
    _held: BytePermit,
}

impl Follower {
    /// Begins after a position, with the name of the parameter that has it; without one at the end of
    /// the feed.
    ///
    /// # Errors
    /// `TooExpensive` if the account has too many, and as [`position`].
    pub async fn begin(
        app: &Arc<App>,
        current: CurrentCall,
        after: Option<&(&str, String)>,
    ) -> Result<Self, Error> {
        let (app, call) = (Arc::clone(app), current.get()?);
        let mut held = app.held_subscriptions.share(Some(call.user_id)).none();
        held.add(BYTES)?;
        let feed = app.feed.subscribe(&app.database);
        let signer = app.feed.signer(&app.database).await?.clone();
        let position = match after {
            Some((name, text)) => position(&app, &call, name, text).await?,
            None => now(&app, &call).await?,
        };
        let (queue, window) = (VecDeque::new(), WINDOW.0);
        let (filter, reached, _held) = (None, position, held);
        Ok(Self { app, current, feed, signer, filter, position, queue, reached, window, _held })
    }

    /// The next event that is wanted, with the call. The filter is made anew when the caller's
    /// permissions change.
    pub async fn next(
        &mut self,
        filter: impl Fn(&Caller) -> Result<Filter, Error>,
    ) -> Result<(Arc<Call>, Arc<Event>), Error> {
        loop {
            let call = self.current.get()?;
            let filter = match &self.filter {
                Some((caller, filter)) if Arc::ptr_eq(caller, &call.caller) => Arc::clone(filter),
                _ => self.set_filter(&call, filter(&call)?),
            };
            if let Some(event) = self.queue.pop_front() {
                self.position = Position::of(&event);
                return Ok((call, event));
            }
            self.position = self.reached;
            self.feed.mark_unchanged();
            let (app, after, window) = (&self.app, self.position, self.window);
            let batch = retry(|| follow(app, &call, after, &filter, window)).await?;
            if batch.reached == after {
                // An error means that the feed is gone, and with it the server.
                self.feed.changed().await.map_err(|_| Error::Unavailable)?;
                continue;
            }
            self.window = if batch.events.is_empty() { WINDOW.1 } else { WINDOW.0 };
            self.reached = batch.reached;
            self.queue.extend(batch.events);
        }
    }

    /// The events that come next, as far as they are known.
    pub fn queued(&self) -> impl Iterator<Item = &Arc<Event>> {
        self.queue.iter()
    }

    /// The position of an event, signed for the caller.
    pub fn sign(&self, call: &Call, event: &Event) -> String {
        self.signer.sign(Position::of(event), call.user_id)
    }

    /// Sets what is wanted. What was read for another filter is read again.
    fn set_filter(&mut self, call: &Call, filter: Filter) -> Arc<Filter> {
        let filter = Arc::new(filter);
        if self.filter.as_ref().is_none_or(|(_, old)| *old != filter) {
            self.queue.clear();
            self.reached = self.position;
        }
        self.filter = Some((Arc::clone(&call.caller), Arc::clone(&filter)));
        filter
    }
}

/// Retries a read while the database is unavailable. Clients would reconnect and resume anyway.
pub async fn retry<T, F>(read: impl Fn() -> F) -> Result<T, Error>
where
    F: Future<Output = Result<T, Error>>,
{
    loop {
        match read().await {
            Err(Error::Unavailable) => sleep(PAUSE).await,
            outcome => return outcome,
        }
    }
}
