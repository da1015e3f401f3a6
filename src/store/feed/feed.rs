//! What happens to records, for those who follow it: without gaps, in one order, whoever writes.
//!
//! Rows of `record_events` get their numbers before their transactions commit. So on PostgreSQL a
//! reader goes by the place of the transaction first, and reads no further than the oldest one that
//! is still under way (`pg_snapshot_xmin`): below it nothing can appear any more. For one record the
//! places never go back (`record_event_place`). On SQLite the one writer commits in the order of the
//! numbers.
//!
//! One task reads what is new, woken by news of writes and, in case there are none, a few times a
//! second. It keeps the newest events in memory, so that a thousand followers don't ask the
//! database a thousand times; whoever is further behind reads for itself. A slow follower costs
//! nobody anything.

pub use entity::record_event::Model as Event;
use entity::{Timestamp, record_event::PURGED};
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
    read::{now, read, written_after},
};
use crate::{
    error::Error,
    store::{database::Database, write_signal::WriteSignal},
};

/// Bytes of events that are kept in memory, about.
const KEPT: usize = 8 * 1024 * 1024;
/// Bytes that an event takes beside what it says of columns, about.
const FRAME: usize = 512;
/// Most events that are read at once.
pub(super) const BATCH: usize = 200;
/// How often the database is asked for events of other processes, if nothing tells of them.
const EVERY: Duration = Duration::from_millis(200);
/// How often, if something does: what tells of them may lose something.
const SELDOM: Duration = Duration::from_secs(1);
/// How soon it is asked again after a write of this process that was not to be seen yet, because an
/// older transaction is still under way.
const SOON: Duration = Duration::from_millis(10);

/// How soon it is asked again when it could not be reached.
const AGAIN: Duration = Duration::from_secs(1);

/// Follows what happens.
pub struct Feed {
    recent: RwLock<Recent>,
    reached: watch::Sender<Position>,
    write_signal: Arc<WriteSignal>,
    followed: AtomicBool,
}

/// The newest events.
#[derive(Default)]
struct Recent {
    /// They are all the events after this place; `None`: nothing has been read yet.
    after: Option<Position>,
    events: VecDeque<Arc<Event>>,
    /// How many bytes they take, about.
    bytes: usize,
}

impl Feed {
    /// Follows, woken by news.
    #[must_use]
    pub fn new(write_signal: Arc<WriteSignal>) -> Self {
        Self {
            recent: RwLock::default(),
            reached: watch::Sender::new(Position::default()),
            write_signal,
            followed: AtomicBool::new(false),
        }
    }

    /// The next events after a place, at least one; waits until there are some.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn next(
        self: &Arc<Self>,
        database: &Database,
        after: Position,
    ) -> Result<Vec<Arc<Event>>, Error> {
        self.follow(database);
        let mut reached = self.reached.subscribe();
        loop {
            reached.mark_unchanged();
            let events = match self.kept(after) {
                Some(kept) => kept,
                None => read(database, after).await?.into_iter().map(Arc::new).collect(),
            };
            if !events.is_empty() {
                return Ok(events);
            }
            // An error means that the task is gone, and with it the server.
            reached.changed().await.map_err(|_| Error::Unavailable)?;
        }
    }

    /// The events after a place, if all of them are in memory.
    fn kept(&self, after: Position) -> Option<Vec<Arc<Event>>> {
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        if recent.after.is_none_or(|first| after < first) {
            return None;
        }
        let start = recent.events.partition_point(|event| Position::of(event) <= after);
        Some(recent.events.iter().skip(start).take(BATCH).cloned().collect())
    }

    /// How many events the task that follows the database has not read yet, counted up to a
    /// thousand, and when the oldest of them was written. None as long as nobody follows.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn behind(&self, database: &Database) -> Result<(usize, Option<Timestamp>), DbErr> {
        let recent = || self.recent.read().unwrap_or_else(PoisonError::into_inner);
        if recent().after.is_none() {
            return Ok((0, None));
        }
        let reached = *self.reached.borrow();
        let written = written_after(database, reached).await?;
        Ok((written.len(), written.first().copied()))
    }

    /// Starts the task that follows the database, once.
    fn follow(self: &Arc<Self>, database: &Database) {
        if !self.followed.swap(true, Ordering::SeqCst) {
            let (feed, write_signal) = (Arc::downgrade(self), Arc::clone(&self.write_signal));
            tokio::spawn(follow(feed, write_signal, database.clone()));
        }
    }

    fn keep(&self, from: Position, events: Vec<Event>) {
        let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
        recent.after.get_or_insert(from);
        recent.blank(&events);
        recent.bytes += events.iter().map(weight).sum::<usize>();
        recent.events.extend(events.into_iter().map(Arc::new));
        while recent.bytes > KEPT {
            let Some(oldest) = recent.events.pop_front() else { break };
            recent.bytes -= weight(&oldest);
            recent.after = Some(Position::of(&oldest));
        }
    }
}

impl Recent {
    /// Takes the values of what the news say was purged out of all that was told of it, as the
    /// database has done.
    fn blank(&mut self, write_signal: &[Event]) {
        let purged = write_signal.iter().filter(|event| event.action == PURGED);
        let purged: HashSet<_> = purged.map(|it| (it.kind.as_str(), it.record_id)).collect();
        if purged.is_empty() {
            return;
        }
        let told =
            |event: &&mut Arc<Event>| purged.contains(&(event.kind.as_str(), event.record_id));
        for event in self.events.iter_mut().filter(told) {
            self.bytes -= weight(event);
            let after = Json::Object(Map::new());
            *event = Arc::new(Event { before: None, after, ..Event::clone(event) });
            self.bytes += weight(event);
        }
    }
}

/// The bytes that an event takes in memory, about.
fn weight(event: &Event) -> usize {
    let before = event.before.as_ref().map_or(0, |before| before.to_string().len());
    FRAME + before + event.after.to_string().len()
}

/// How long the database is left alone where nothing hints at something new.
fn longest(write_signal: &WriteSignal) -> Duration {
    if write_signal.arrive() { SELDOM } else { EVERY }
}

/// Reads what is new until the feed is gone.
async fn follow(feed: Weak<Feed>, write_signal: Arc<WriteSignal>, database: Database) {
    let mut hints = write_signal.listen();
    let mut from = None;
    let mut wait = EVERY;
    loop {
        let read = match from {
            None => now(&database).await.map(|now| (now, Vec::new())),
            Some(from) => {
                read(&database, from).await.map(|events| (from, events)).map_err(Error::from)
            }
        };
        let Some(feed) = feed.upgrade() else { return };
        match read {
            Ok((start, events)) => {
                let reached = events.last().map_or(start, Position::of);
                let (first, more) = (from.is_none(), events.len() == BATCH);
                if first || !events.is_empty() {
                    feed.keep(start, events);
                    feed.reached.send_replace(reached);
                    wait = longest(&write_signal);
                }
                from = Some(reached);
                if more {
                    continue;
                }
            }
            // It has been logged; followers learn of it when they read for themselves.
            Err(_) => wait = AGAIN,
        }
        drop(feed);
        tokio::select! {
            _ = hints.changed() => wait = SOON,
            () = tokio::time::sleep(wait) => wait = (wait * 2).min(longest(&write_signal)),
        }
    }
}
