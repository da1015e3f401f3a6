//! What has been committed of late, as soon as it has been and in no order.
//!
//! The feed waits for the oldest transaction under way, so that its order has no gaps. Whoever only
//! has to forget what it knows can't wait that long, and needs no order.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement};
use std::collections::HashMap;

use crate::store::database::Database;

/// Most events that one look tells apart.
const MOST: usize = 1_000;
/// Most events that are remembered as seen. There are as many as that only while a transaction is
/// left open.
const REMEMBERED: usize = 10_000;

/// Looks for events of some kinds.
#[derive(Debug)]
pub struct Commits {
    /// The names of the kinds, as SQL has a list of texts.
    kinds: String,
    since: Option<Since>,
}

/// What the last look has seen.
#[derive(Debug, Default)]
struct Since {
    /// What it has not seen is not placed below this.
    floor: i64,
    /// Where the next transaction began then.
    ceiling: i64,
    /// The events that it has seen above the floor, and their places.
    seen: HashMap<i64, i64>,
}

/// What has been committed since the last look.
#[derive(Debug, PartialEq, Eq)]
pub enum Lately {
    /// These events.
    These(Vec<Committed>),
    /// More than can be told, or what can't be told.
    Anything,
}

/// An event that has been committed.
#[derive(Debug, PartialEq, Eq)]
pub struct Committed {
    /// The kind of the record.
    pub kind: String,
    /// The account that it belongs to; `None`: to nobody.
    pub owner: Option<i64>,
}

impl Commits {
    /// Of events of these kinds, which are constants of ours.
    #[must_use]
    pub fn of(kinds: &[&str]) -> Self {
        let kinds: Vec<String> = kinds.iter().map(|kind| format!("'{kind}'")).collect();
        Self { kinds: kinds.join(", "), since: None }
    }

    /// What has been committed since the last look; at the first one, anything.
    ///
    /// # Errors
    /// When the database can't be reached. The next look finds what this one would have found.
    pub async fn look(&mut self, database: &Database) -> Result<Lately, DbErr> {
        match database.backend() {
            DbBackend::Postgres => self.look_at_transactions(database).await,
            _ => self.look_at_numbers(database).await,
        }
    }

    /// PostgreSQL: a transaction that commits later than the last look had its number after the
    /// oldest one that was under way then, and so have its events.
    async fn look_at_transactions(&mut self, database: &Database) -> Result<Lately, DbErr> {
        let last = self.since.take().unwrap_or_default();
        let seen: Vec<i64> = last.seen.keys().copied().collect();
        let told = last.ceiling > 0 && seen.len() < REMEMBERED;
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
                MOST + 1
            ),
            [last.floor.into(), seen.into(), told.into()],
        );
        let rows = match database.background.query_all_raw(statement).await {
            Ok(rows) => rows,
            Err(error) => {
                self.since = Some(last);
                return Err(error);
            }
        };
        let Some(first) = rows.first() else { return Ok(Lately::Anything) };
        let (floor, ceiling) = (first.try_get_by_index(0)?, first.try_get_by_index(1)?);
        let mut seen = last.seen;
        let mut events = Vec::new();
        for row in &rows {
            if let Some(id) = row.try_get_by_index::<Option<i64>>(2)? {
                seen.insert(id, row.try_get_by_index(3)?);
                events.push(committed(row, 4)?);
            }
        }
        seen.retain(|_, place| *place >= floor);
        self.since = Some(Since { floor, ceiling, seen });
        // Numbers that went back are those of another cluster.
        let is_known = told && ceiling >= last.ceiling && events.len() <= MOST;
        Ok(if is_known { Lately::These(events) } else { Lately::Anything })
    }

    /// SQLite: the one writer commits in the order of the numbers.
    async fn look_at_numbers(&mut self, database: &Database) -> Result<Lately, DbErr> {
        let statement = |sql: &str, values: Vec<i64>| {
            let values = values.into_iter().map(Into::into).collect::<Vec<sea_orm::Value>>();
            Statement::from_sql_and_values(DbBackend::Sqlite, sql, values)
        };
        let newest = statement("SELECT COALESCE(MAX(id), 0) FROM record_events", Vec::new());
        let newest = database.background.query_one_raw(newest).await?;
        let newest = newest.map_or(Ok(0), |row| row.try_get_by_index(0))?;
        let last = self.since.as_ref().map(|since| since.floor);
        let lately = match last {
            Some(last) if last == newest => Lately::These(Vec::new()),
            Some(last) if last < newest => {
                let sql = format!(
                    "SELECT kind, owner_id FROM record_events \
                     WHERE id > ? AND id <= ? AND kind IN ({}) LIMIT {}",
                    self.kinds,
                    MOST + 1
                );
                let rows =
                    database.background.query_all_raw(statement(&sql, vec![last, newest])).await?;
                let events =
                    rows.iter().map(|row| committed(row, 0)).collect::<Result<Vec<_>, _>>()?;
                if events.len() > MOST { Lately::Anything } else { Lately::These(events) }
            }
            _ => Lately::Anything,
        };
        self.since = Some(Since { floor: newest, ..Since::default() });
        Ok(lately)
    }
}

fn committed(row: &QueryResult, at: usize) -> Result<Committed, DbErr> {
    Ok(Committed { kind: row.try_get_by_index(at)?, owner: row.try_get_by_index(at + 1)? })
}
