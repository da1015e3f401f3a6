//! Reads recently committed events for cache invalidation, unordered.
//!
//! The change feed waits for the oldest running transaction, so that its order has no gaps. Cache
//! invalidation must not wait, and needs no order.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement};
use std::collections::HashMap;

use crate::store::database::{Database, column};

/// Most events that one poll returns.
const MAX_EVENTS: usize = 1_000;
/// Most events that are remembered as seen. There are more only while a transaction stays open for
/// long.
const MAX_SEEN: usize = 10_000;

/// Polls for committed events of some kinds.
#[derive(Debug)]
pub struct Commits {
    /// The names of the kinds, as a list of SQL literals.
    kinds: String,
    last: Option<LastPoll>,
}

/// The result of the last poll.
#[derive(Debug, Default)]
struct LastPoll {
    /// Lowest transaction that may have events it has not seen.
    floor: i64,
    /// The next transaction to begin at that time.
    ceiling: i64,
    /// The ids of seen events above the floor, with their transactions.
    seen: HashMap<i64, i64>,
}

/// A committed event.
#[derive(Debug, PartialEq, Eq)]
pub struct CommittedEvent {
    /// The kind of the record.
    pub kind: String,
    /// The account that owns the record, if any.
    pub owner: Option<i64>,
}

impl Commits {
    /// Polls for events of these kinds. Their names become part of the SQL.
    pub fn new(kinds: &[&str]) -> Self {
        let kinds: Vec<String> = kinds.iter().map(|kind| format!("'{kind}'")).collect();
        Self { kinds: kinds.join(", "), last: None }
    }

    /// Returns the events since the last poll. `None`: too many, or unknown ones, as of the first poll.
    ///
    /// # Errors
    /// When the database can't be reached. The next poll returns the missed events.
    pub async fn poll(
        &mut self,
        database: &Database,
    ) -> Result<Option<Vec<CommittedEvent>>, DbErr> {
        match database.backend() {
            DbBackend::Postgres => self.poll_postgres(database).await,
            _ => self.poll_sqlite(database).await,
        }
    }

    /// Polls PostgreSQL.
    ///
    /// A transaction that commits after the last poll comes at or after the oldest transaction that
    /// was running then, and so do its events.
    async fn poll_postgres(
        &mut self,
        database: &Database,
    ) -> Result<Option<Vec<CommittedEvent>>, DbErr> {
        let last = self.last.take().unwrap_or_default();
        let seen: Vec<i64> = last.seen.keys().copied().collect();
        let is_complete = last.ceiling > 0 && seen.len() < MAX_SEEN;
        let statement = Statement::from_sql_and_values(
            DbBackend::Postgres,
            format!(
                "SELECT now.floor, now.ceiling, late.id, late.xid, late.kind, late.owner_id \
                 FROM (SELECT pg_snapshot_xmin(it)::text::bigint + record_event_base() AS floor, \
                     pg_snapshot_xmax(it)::text::bigint + record_event_base() AS ceiling \
                     FROM pg_current_snapshot() AS it) AS now \
                 LEFT JOIN LATERAL (SELECT id, xid, kind, owner_id FROM record_events \
                     WHERE $3 AND kind IN ({}) AND xid >= $1 AND id <> ALL($2) LIMIT {}) AS late ON TRUE",
                self.kinds,
                MAX_EVENTS + 1
            ),
            [last.floor.into(), seen.into(), is_complete.into()],
        );
        let rows = match database.background.query_all_raw(statement).await {
            Ok(rows) => rows,
            Err(error) => {
                self.last = Some(last);
                return Err(error);
            }
        };
        let Some(first) = rows.first() else { return Ok(None) };
        let (floor, ceiling) = (first.try_get_by_index(0)?, first.try_get_by_index(1)?);
        let mut seen = last.seen;
        let mut events = Vec::new();
        for row in &rows {
            if let Some(id) = row.try_get_by_index::<Option<i64>>(2)? {
                seen.insert(id, row.try_get_by_index(3)?);
                events.push(event(row, 4)?);
            }
        }
        seen.retain(|_, xid| *xid >= floor);
        self.last = Some(LastPoll { floor, ceiling, seen });
        // A lower ceiling belongs to another cluster.
        let is_known = is_complete && ceiling >= last.ceiling && events.len() <= MAX_EVENTS;
        Ok(is_known.then_some(events))
    }

    /// Polls SQLite, where events commit in the order of their ids.
    async fn poll_sqlite(
        &mut self,
        database: &Database,
    ) -> Result<Option<Vec<CommittedEvent>>, DbErr> {
        let sql = "SELECT COALESCE(MAX(id), 0) FROM record_events";
        let newest: i64 = column(&database.background, sql).await?.pop().unwrap_or_default();
        let last = self.last.as_ref().map(|last| last.floor);
        let changes = match last {
            Some(last) if last == newest => Some(Vec::new()),
            Some(last) if last < newest => {
                let sql = format!(
                    "SELECT kind, owner_id FROM record_events \
                     WHERE id > ? AND id <= ? AND kind IN ({}) LIMIT {}",
                    self.kinds,
                    MAX_EVENTS + 1
                );
                let values = [last.into(), newest.into()];
                let events = Statement::from_sql_and_values(DbBackend::Sqlite, sql, values);
                let rows = database.background.query_all_raw(events).await?;
                let events = rows.iter().map(|row| event(row, 0)).collect::<Result<Vec<_>, _>>()?;
                (events.len() <= MAX_EVENTS).then_some(events)
            }
            _ => None,
        };
        self.last = Some(LastPoll { floor: newest, ..LastPoll::default() });
        Ok(changes)
    }
}

fn event(row: &QueryResult, at: usize) -> Result<CommittedEvent, DbErr> {
    Ok(CommittedEvent { kind: row.try_get_by_index(at)?, owner: row.try_get_by_index(at + 1)? })
}
