//! The events of all processes, in one order and without gaps.
//!
//! Rows of `record_events` get their ids before their transactions commit. So on PostgreSQL the feed
//! orders events by their transaction first, and reads no further than the oldest transaction that
//! still runs (`pg_snapshot_xmin`): before it nothing can be inserted any more. The events of one
//! record are always in order (`record_event_place`). On SQLite the only writer commits in the order
//! of the ids.
//!
//! One task reads new events, woken by write signals and a few times a second without them. It keeps
//! the newest events in memory, so that a thousand followers don't query the database a thousand
//! times; a follower that lags further behind reads for itself, so that it slows nobody down.

use entity::{Timestamp, json::StoredJson, record_event::Model as Event};
use sea_orm::DbErr;
use serde_json::{Map, Value as Json};
use std::{
    collections::{HashSet, VecDeque},
    sync::{
        Arc, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::sync::watch;

use super::{
    position::Position,
    read::{BATCH, now, read, timestamps},
};
use crate::{
    error::Error,
    store::{database::Database, write_signal::WriteSignal},
};

/// Approximate size of the events in memory, in bytes.
const MEMORY: usize = 8 * 1024 * 1024;
/// Approximate size of an event without its column values, in bytes.
const OVERHEAD: usize = 512;
/// How often the database is polled without wake-ups of other servers.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// How often it is polled with wake-ups. Some may be lost.
const POLL_INTERVAL_WITH_WAKE_UPS: Duration = Duration::from_secs(1);
/// How soon to poll again after a write that wasn't readable. It wasn't because an older
/// transaction still ran.
const REPOLL: Duration = Duration::from_millis(10);
/// How long events gather after some were read. When many come, the followers wake up for several
/// at once. The first event after a pause is not delayed.
const GATHER: Duration = Duration::from_millis(10);
/// How soon it is polled again after an error.
const RETRY: Duration = Duration::from_secs(1);

/// The change feed.
pub struct Feed {
    recent: RwLock<Recent>,
    reached: watch::Sender<Position>,
    write_signal: Arc<WriteSignal>,
    is_running: AtomicBool,
}

/// The newest events.
#[derive(Default)]
struct Recent {
    /// The position after which all events are in memory. `None`: nothing has been read yet.
    after: Option<Position>,
    events: VecDeque<Arc<Event>>,
    /// Their approximate size.
    bytes: usize,
}

impl Feed {
    /// Creates a feed that these signals wake.
    #[must_use]
    pub fn new(write_signal: Arc<WriteSignal>) -> Self {
        Self {
            recent: RwLock::default(),
            reached: watch::Sender::new(Position::default()),
            write_signal,
            is_running: AtomicBool::new(false),
        }
    }

    /// Waits for events after a position and returns at least one.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn next(
        self: &Arc<Self>,
        database: &Database,
        after: Position,
    ) -> Result<Vec<Arc<Event>>, Error> {
        self.start(database);
        let mut reached = self.reached.subscribe();
        loop {
            reached.mark_unchanged();
            let events = match self.in_memory(after) {
                Some(events) => events,
                None => read(database, after).await?.into_iter().map(Arc::new).collect(),
            };
            if !events.is_empty() {
                return Ok(events);
            }
            // An error means that the task has ended, and with it the server.
            reached.changed().await.map_err(|_| Error::Unavailable)?;
        }
    }

    /// The events after a position, if all of them are in memory.
    fn in_memory(&self, after: Position) -> Option<Vec<Arc<Event>>> {
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        if recent.after.is_none_or(|first| after < first) {
            return None;
        }
        let start = recent.events.partition_point(|event| Position::of(event) <= after);
        Some(recent.events.iter().skip(start).take(BATCH).cloned().collect())
    }

    /// The number and age of events not read yet. The number is at most a thousand; the age is the
    /// timestamp of the oldest. Zero as long as the feed has no followers.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn lag(&self, database: &Database) -> Result<(usize, Option<Timestamp>), DbErr> {
        if self.recent.read().unwrap_or_else(PoisonError::into_inner).after.is_none() {
            return Ok((0, None));
        }
        let reached = *self.reached.borrow();
        let unread = timestamps(database, reached).await?;
        Ok((unread.len(), unread.first().copied()))
    }

    /// Starts the task that reads new events, once.
    fn start(self: &Arc<Self>, database: &Database) {
        if !self.is_running.swap(true, Ordering::SeqCst) {
            let (feed, write_signal) = (Arc::downgrade(self), Arc::clone(&self.write_signal));
            tokio::spawn(run(feed, write_signal, database.clone()));
        }
    }

    /// Adds events after a position; drops the oldest beyond the limit.
    fn add(&self, from: Position, events: Vec<Event>) {
        let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
        recent.after.get_or_insert(from);
        recent.erase_purged(&events);
        recent.bytes += events.iter().map(size).sum::<usize>();
        recent.events.extend(events.into_iter().map(Arc::new));
        while recent.bytes > MEMORY {
            let Some(oldest) = recent.events.pop_front() else { break };
            recent.bytes -= size(&oldest);
            recent.after = Some(Position::of(&oldest));
        }
    }
}

impl Recent {
    /// Erases the values of records that new events purge. The database has done the same.
    fn erase_purged(&mut self, new: &[Event]) {
        let purged = new.iter().filter(|event| event.erases());
        let purged: HashSet<_> = purged.map(|it| (it.kind.as_str(), it.record_id)).collect();
        if purged.is_empty() {
            return;
        }
        let is_purged =
            |event: &&mut Arc<Event>| purged.contains(&(event.kind.as_str(), event.record_id));
        for event in self.events.iter_mut().filter(is_purged) {
            self.bytes -= size(event);
            let after: StoredJson = Json::Object(Map::new()).into();
            *event = Arc::new(Event { before: None, after, ..Event::clone(event) });
            self.bytes += size(event);
        }
    }
}

/// The approximate size of an event in memory.
fn size(event: &Event) -> usize {
    let before = event.before.as_ref().map_or(0, |before| before.to_string().len());
    OVERHEAD + before + event.after.to_string().len()
}

/// The longest time between two polls without a signal.
fn poll_interval(write_signal: &WriteSignal) -> Duration {
    if write_signal.is_connected() { POLL_INTERVAL_WITH_WAKE_UPS } else { POLL_INTERVAL }
}

/// Reads new events until the feed is dropped.
async fn run(feed: Weak<Feed>, write_signal: Arc<WriteSignal>, database: Database) {
    let mut signals = write_signal.subscribe();
    let mut from = None;
    let mut wait = POLL_INTERVAL;
    loop {
        let read = match from {
            None => now(&database).await.map(|now| (now, Vec::new())),
            Some(from) => {
                read(&database, from).await.map(|events| (from, events)).map_err(Error::from)
            }
        };
        let Some(feed) = feed.upgrade() else { return };
        let mut gather = false;
        match read {
            Ok((start, events)) => {
                let reached = events.last().map_or(start, Position::of);
                let (first, count) = (from.is_none(), events.len());
                if first || count > 0 {
                    feed.add(start, events);
                    feed.reached.send_replace(reached);
                    wait = poll_interval(&write_signal);
                }
                from = Some(reached);
                if count == BATCH {
                    continue;
                }
                gather = count > 0;
            }
            // The error has been logged; followers get one when they read for themselves.
            Err(_) => wait = RETRY,
        }
        drop(feed);
        if gather {
            tokio::time::sleep(GATHER).await;
        }
        tokio::select! {
            _ = signals.changed() => wait = REPOLL,
            () = tokio::time::sleep(wait) => wait = (wait * 2).min(poll_interval(&write_signal)),
        }
    }
}
