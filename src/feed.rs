//! What happens to records, for those who follow it: without gaps, in one order, whoever writes.
//!
//! Rows of `record_events` get their numbers before their transactions commit. So on PostgreSQL a
//! reader goes by the number of the transaction first, and reads no further than the oldest one that
//! is still under way (`pg_snapshot_xmin`): below it nothing can appear any more. On SQLite the one
//! writer commits in the order of the numbers.
//!
//! One task reads what is new, woken by the writes of this process and, for those of others, a few
//! times a second. It keeps the newest events in memory, so that a thousand followers don't ask the
//! database a thousand times; whoever is further behind reads for itself. A slow follower costs
//! nobody anything.

use std::{
    collections::VecDeque,
    sync::{
        Arc, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use data_encoding::BASE64URL_NOPAD;
use entity::record_event::{Column, Entity};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Statement,
    sea_query::{Condition, Expr, ExprTrait},
};
use tokio::sync::{Notify, watch};

use crate::{database::Database, failure::Failure};

pub use entity::record_event::Model as Event;

/// Bytes of events that are kept in memory, about.
const KEPT: usize = 8 * 1024 * 1024;
/// Bytes that an event takes beside what it says of columns, about.
const FRAME: usize = 512;
/// Most events that are read at once.
const BATCH: usize = 200;
/// How often the database is asked for events of other processes.
const EVERY: Duration = Duration::from_millis(200);
/// How soon it is asked again after a write of this process that was not to be seen yet, because an
/// older transaction is still under way.
const SOON: Duration = Duration::from_millis(10);

/// How soon it is asked again when it could not be reached.
const AGAIN: Duration = Duration::from_secs(1);

/// A place in the order of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The transaction.
    xid: i64,
    /// The event in it.
    id: i64,
}

impl Position {
    /// The place of an event.
    #[must_use]
    pub const fn of(event: &Event) -> Self {
        Self { xid: event.xid, id: event.id }
    }

    /// The opaque text that clients hold.
    #[must_use]
    pub fn encode(self) -> String {
        BASE64URL_NOPAD.encode(format!("{}.{}", self.xid, self.id).as_bytes())
    }

    /// The place that a text stands for; `None` for any other text.
    #[must_use]
    pub fn decode(text: &str) -> Option<Self> {
        let plain = String::from_utf8(BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()?;
        let (xid, id) = plain.split_once('.')?;
        let number = |text: &str| text.parse().ok().filter(|number: &i64| *number >= 0);
        Some(Self { xid: number(xid)?, id: number(id)? })
    }

    /// The condition that an event comes after this place.
    fn beyond(self) -> Condition {
        // A comparison of pairs is one range of the index.
        let place = Expr::tuple([Expr::col(Column::Xid), Expr::col(Column::Id)]);
        let this = Expr::tuple([Expr::value(self.xid), Expr::value(self.id)]);
        Condition::all().add(place.gt(this))
    }
}

/// Follows what happens.
pub struct Feed {
    recent: RwLock<Recent>,
    reached: watch::Sender<Position>,
    news: Arc<Notify>,
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

impl Default for Feed {
    fn default() -> Self {
        Self {
            recent: RwLock::default(),
            reached: watch::Sender::new(Position::default()),
            news: Arc::default(),
            followed: AtomicBool::new(false),
        }
    }
}

impl Feed {
    /// Says that this process has written something.
    pub fn wake(&self) {
        self.news.notify_one();
    }

    /// The place from which on everything that is written from now on will be found.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn now(database: &Database) -> Result<Position, Failure> {
        let connection = &database.reader;
        let statement = match database.backend() {
            DbBackend::Postgres => {
                "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, \
                 9223372036854775807::bigint"
            }
            _ => "SELECT 0, COALESCE(MAX(id), 0) FROM record_events",
        };
        let statement = Statement::from_string(database.backend(), statement);
        let row = connection.query_one_raw(statement).await?.ok_or(Failure::Internal)?;
        Ok(Position { xid: row.try_get_by_index(0)?, id: row.try_get_by_index(1)? })
    }

    /// The next events after a place, at least one; waits until there are some.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn next(
        self: &Arc<Self>,
        database: &Database,
        after: Position,
    ) -> Result<Vec<Arc<Event>>, Failure> {
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
            reached.changed().await.map_err(|_| Failure::Unavailable)?;
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

    /// Starts the task that follows the database, once.
    fn follow(self: &Arc<Self>, database: &Database) {
        if !self.followed.swap(true, Ordering::SeqCst) {
            let (feed, news) = (Arc::downgrade(self), Arc::clone(&self.news));
            tokio::spawn(follow(feed, news, database.clone()));
        }
    }

    fn keep(&self, from: Position, events: Vec<Event>) {
        let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
        recent.after.get_or_insert(from);
        recent.bytes += events.iter().map(weight).sum::<usize>();
        recent.events.extend(events.into_iter().map(Arc::new));
        while recent.bytes > KEPT {
            let Some(oldest) = recent.events.pop_front() else { break };
            recent.bytes -= weight(&oldest);
            recent.after = Some(Position::of(&oldest));
        }
    }
}

/// The bytes that an event takes in memory, about.
fn weight(event: &Event) -> usize {
    let before = event.before.as_ref().map_or(0, |before| before.to_string().len());
    FRAME + before + event.after.to_string().len()
}

/// Reads what is new until the feed is gone.
async fn follow(feed: Weak<Feed>, news: Arc<Notify>, database: Database) {
    let mut from = None;
    let mut wait = EVERY;
    loop {
        let read = match from {
            None => Feed::now(&database).await.map(|now| (now, Vec::new())),
            Some(from) => {
                read(&database, from).await.map(|events| (from, events)).map_err(Failure::from)
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
                    wait = EVERY;
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
            () = news.notified() => wait = SOON,
            () = tokio::time::sleep(wait) => wait = (wait * 2).min(EVERY),
        }
    }
}

/// The events after a place that nothing can come before any more, the oldest first.
async fn read(database: &Database, after: Position) -> Result<Vec<Event>, DbErr> {
    let settled = (database.backend() == DbBackend::Postgres)
        .then(|| Expr::cust(r#""xid" < pg_snapshot_xmin(pg_current_snapshot())::text::bigint"#));
    Entity::find()
        .filter(after.beyond().add_option(settled))
        .order_by_asc(Column::Xid)
        .order_by_asc(Column::Id)
        .limit(BATCH as u64)
        .all(&database.reader)
        .await
}
