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
//! times. A follower that lags further behind reads for itself, with a permit of its account, so that
//! it slows nobody down; what it reads is shared with others that follow the same.

use engine::BoundedCache;
use entity::Timestamp;
use sea_orm::DbErr;
use std::{
    collections::VecDeque,
    sync::{
        Arc, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{OnceCell, watch},
    time::Instant,
};

use super::{
    event::{Event, Filter},
    position::{Position, Signer},
    read::{BATCH, Batch, events, now, read, timestamps},
};
use crate::{
    error::Error,
    store::{
        database::{Database, column},
        write_signal::WriteSignal,
    },
    telemetry::supervise,
};

/// Approximate size of the events in memory, in bytes.
const MEMORY: usize = 8 * 1024 * 1024;
/// Approximate size of what followers further behind have read, in bytes.
const SHARED_MEMORY: usize = 4 * 1024 * 1024;
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
/// For how many milliseconds no poll has succeeded before the server isn't ready.
const STALLED: u64 = 30_000;

/// The change feed.
pub struct Feed {
    recent: RwLock<Recent>,
    reached: watch::Sender<Position>,
    write_signal: Arc<WriteSignal>,
    is_running: AtomicBool,
    signer: OnceCell<Signer>,
    /// For how many milliseconds no poll has succeeded before the server isn't ready.
    pub stalled_after: AtomicU64,
    /// What followers have read that lag behind. It never changes.
    pub shared: BoundedCache<(Position, Arc<Filter>), Batch>,
}

/// The newest events.
#[derive(Default)]
struct Recent {
    /// The position after which all events are in memory. `None`: nothing has been read yet.
    after: Option<Position>,
    events: VecDeque<Arc<Event>>,
    /// Their approximate size.
    bytes: usize,
    /// When the database was last polled with success.
    polled: Option<Instant>,
}

impl Feed {
    /// Creates a feed that these signals wake.
    pub fn new(write_signal: Arc<WriteSignal>) -> Self {
        Self {
            recent: RwLock::default(),
            reached: watch::Sender::new(Position::default()),
            write_signal,
            is_running: AtomicBool::new(false),
            signer: OnceCell::new(),
            stalled_after: AtomicU64::new(STALLED),
            shared: BoundedCache::of_bytes(SHARED_MEMORY, |key, batch| {
                key.1.bytes() + batch.bytes()
            }),
        }
    }

    /// Starts to read events, if nobody follows them yet. The receiver is notified of new ones.
    pub fn subscribe(self: &Arc<Self>, database: &Database) -> watch::Receiver<Position> {
        if !self.is_running.swap(true, Ordering::SeqCst) {
            let (feed, database) = (Arc::downgrade(self), database.clone());
            supervise("feed", move || run(Weak::clone(&feed), database.clone()));
        }
        self.reached.subscribe()
    }

    /// What a follower wants after a position, if all events since are in memory.
    pub fn recent(&self, after: Position, filter: &Filter) -> Option<Batch> {
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        if recent.after.is_none_or(|first| after < first) {
            return None;
        }
        let start = recent.events.partition_point(|event| Position::of(event) <= after);
        let wanted = recent.events.range(start..).filter(|event| filter.includes(event)).cloned();
        let newest = recent.events.back().map_or(after, |event| Position::of(event));
        Some(Batch::of(wanted, newest.max(after)))
    }

    /// The signer of positions.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn signer(&self, database: &Database) -> Result<&Signer, Error> {
        let read = || async {
            let sql = "SELECT value FROM secrets WHERE name = 'positions'";
            let secret: Option<String> = column(&database.background, sql).await?.pop();
            secret.map(|secret| Signer::new(&secret)).ok_or(Error::Internal)
        };
        self.signer.get_or_try_init(read).await
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
        let unread = timestamps(&database.background, reached).await?;
        Ok((unread.len(), unread.first().copied()))
    }

    /// Whether followers get no events, though the database can be reached.
    pub fn is_stalled(&self) -> bool {
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        let longest = Duration::from_millis(self.stalled_after.load(Ordering::Relaxed));
        recent.polled.is_some_and(|polled| polled.elapsed() > longest)
    }

    /// Adds events after a position; drops the oldest beyond the limit.
    fn add(&self, from: Position, events: Vec<Event>) {
        let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
        recent.polled = Some(Instant::now());
        recent.after.get_or_insert(from);
        recent.bytes += events.iter().map(Event::bytes).sum::<usize>();
        recent.events.extend(events.into_iter().map(Arc::new));
        while recent.bytes > MEMORY {
            let Some(oldest) = recent.events.pop_front() else { break };
            recent.bytes -= oldest.bytes();
            recent.after = Some(Position::of(&oldest));
        }
    }

    /// The position after the last event that was read; `None`: nothing has been read yet.
    fn position(&self) -> Option<Position> {
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        recent.after.map(|_| *self.reached.borrow())
    }
}

/// The longest time between two polls without a signal.
fn poll_interval(write_signal: &WriteSignal) -> Duration {
    if write_signal.is_connected() { POLL_INTERVAL_WITH_WAKE_UPS } else { POLL_INTERVAL }
}

/// Reads new events until the feed is dropped.
async fn run(feed: Weak<Feed>, database: Database) {
    let Some(write_signal) = feed.upgrade().map(|feed| Arc::clone(&feed.write_signal)) else {
        return;
    };
    let mut signals = write_signal.subscribe();
    let mut wait = POLL_INTERVAL;
    loop {
        let Some(from) = feed.upgrade().map(|feed| feed.position()) else { return };
        let read = match from {
            None => now(&database.background).await.map(|now| (now, Vec::new(), now)),
            Some(from) => read(&database.background, from)
                .await
                .map(|(rows, reached)| (from, rows, reached))
                .map_err(Error::from),
        };
        let Some(feed) = feed.upgrade() else { return };
        let mut gather = false;
        match read {
            Ok((start, rows, reached)) => {
                feed.add(start, events(&rows));
                if from != Some(reached) {
                    feed.reached.send_replace(reached);
                    wait = poll_interval(&write_signal);
                }
                if rows.len() as u64 == BATCH {
                    continue;
                }
                gather = !rows.is_empty();
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
