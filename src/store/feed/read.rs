//! Reads events from the database.

use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, FromQueryResult, QueryResult, Statement,
    sea_query::{Condition, Expr, Order, Query, SelectStatement},
};
use std::sync::Arc;

use super::{
    event::{Event, Filter},
    position::Position,
};
use crate::{
    error::Error,
    store::{database::Connection, readable::readable},
};

/// Most events that the feed reads at once.
pub(super) const BATCH: u64 = 200;
/// Most events that a follower reads at once.
const FOLLOWED: u64 = 50;
/// Most bytes of the events that a follower is given at once.
const FOLLOWED_BYTES: usize = 16 * 1024;
/// Most unread events that are counted.
const MAX_LAG: u64 = 1_000;

/// Condition: no earlier event can still be inserted. Every transaction that is running or begins
/// later comes at or after the oldest running transaction.
const IS_STABLE: &str =
    r#""xid" < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + record_event_base()"#;

/// Events, and the position that they reach: what a follower wants before it is among them.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The events, the oldest first.
    pub events: Vec<Arc<Event>>,
    /// The position that was reached.
    pub reached: Position,
}

impl Batch {
    /// As many of these events as a follower is given at once. All reach the position.
    pub(super) fn of(events: impl Iterator<Item = Arc<Event>>, reached: Position) -> Self {
        let (mut batch, mut bytes) = (Self { events: Vec::new(), reached }, 0);
        for event in events {
            if bytes > FOLLOWED_BYTES {
                batch.reached = batch.events.last().map_or(reached, |last| Position::of(last));
                break;
            }
            bytes += event.bytes();
            batch.events.push(event);
        }
        batch
    }

    /// About how many bytes it has in memory.
    pub(super) fn bytes(&self) -> usize {
        self.events.iter().map(|event| event.bytes()).sum()
    }
}

/// The position before all events that are written from now on.
///
/// # Errors
/// When the database can't be reached.
pub async fn now(connection: &Connection) -> Result<Position, Error> {
    let backend = connection.get_database_backend();
    let statement = match backend {
        DbBackend::Postgres => {
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + record_event_base() - 1, \
             9223372036854775807::bigint"
        }
        _ => "SELECT 0, COALESCE(MAX(id), 0) FROM record_events",
    };
    let statement = Statement::from_string(backend, statement);
    let row = connection.query_one_raw(statement).await?.ok_or(Error::Internal)?;
    Ok(Position { xid: row.try_get_by_index(0)?, id: row.try_get_by_index(1)? })
}

/// Reads the stable events after a position, the oldest first, and the position that they reach.
pub(super) async fn read(
    connection: &Connection,
    after: Position,
) -> Result<(Vec<QueryResult>, Position), DbErr> {
    let backend = connection.get_database_backend();
    let condition = after.until(None, backend).add_option(is_stable(backend));
    let rows = rows(connection, Event::select().cond_where(condition).take(), BATCH).await?;
    let reached = last(&rows)?.unwrap_or(after);
    Ok((rows, reached))
}

/// Reads what a follower wants of the next stable events after a position: at most so many rows.
///
/// # Errors
/// When the database can't be reached.
pub async fn read_window(
    connection: &Connection,
    after: Position,
    filter: &Filter,
    window: u32,
) -> Result<Batch, DbErr> {
    let backend = connection.get_database_backend();
    let Some(end) = end_of(connection, after, window).await? else {
        return Ok(Batch { events: Vec::new(), reached: after });
    };
    let condition = after.until(Some(end), backend).add(filter.condition());
    let rows = rows(connection, Event::select().cond_where(condition).take(), FOLLOWED).await?;
    let reached = match rows.len() as u64 {
        FOLLOWED => last(&rows)?.unwrap_or(end),
        _ => end,
    };
    Ok(Batch::of(events(&rows).into_iter().map(Arc::new), reached))
}

/// The events in these rows. What can't be read is left out.
pub(super) fn events(rows: &[QueryResult]) -> Vec<Event> {
    readable("record_events", rows, |row| Event::from_query_result(row, ""))
}

/// The position of the last of so many stable events after a position; `None`: there are none.
async fn end_of(
    connection: &Connection,
    after: Position,
    window: u32,
) -> Result<Option<Position>, DbErr> {
    let backend = connection.get_database_backend();
    let positions = || Query::select().columns([Column::Xid, Column::Id]).take();
    if backend == DbBackend::Sqlite {
        // Events commit in the order of their ids.
        let newest = Query::select().expr(Expr::cust("COALESCE(MAX(id), 0)")).from(Entity).take();
        let newest = connection.query_one(&newest).await?;
        let newest: i64 = newest.map_or(Ok(0), |row| row.try_get_by_index(0))?;
        let id = newest.min(after.id.saturating_add(window.into()));
        return Ok((id > after.id).then_some(Position { id, ..after }));
    }
    let condition = after.until(None, backend).add_option(is_stable(backend));
    let next = positions().from(Entity).cond_where(condition).take();
    let next = in_order(next, Order::Asc).limit(window.into()).take();
    let mut last = in_order(positions().from_subquery(next, "next").take(), Order::Desc);
    let row = connection.query_one(last.limit(1)).await?;
    row.map(|row| position(&row)).transpose()
}

/// Reads the timestamps of events after a position, the oldest first.
pub(super) async fn timestamps(
    connection: &Connection,
    after: Position,
) -> Result<Vec<Timestamp>, DbErr> {
    let condition = after.until(None, connection.get_database_backend());
    let select =
        Query::select().column(Column::CreatedAt).from(Entity).cond_where(condition).take();
    let rows = rows(connection, select, MAX_LAG).await?;
    Ok(readable("record_events", &rows, |row| row.try_get_by_index(0)))
}

async fn rows(
    connection: &Connection,
    select: SelectStatement,
    limit: u64,
) -> Result<Vec<QueryResult>, DbErr> {
    let select = match connection.get_database_backend() {
        DbBackend::Sqlite => select.clone().order_by(Column::Id, Order::Asc).take(),
        _ => in_order(select, Order::Asc),
    };
    connection.query_all(&select.clone().limit(limit).take()).await
}

fn in_order(mut select: SelectStatement, order: Order) -> SelectStatement {
    select.order_by(Column::Xid, order.clone()).order_by(Column::Id, order).take()
}

fn is_stable(backend: DbBackend) -> Option<Condition> {
    let is_stable = || Condition::all().add(Expr::cust(IS_STABLE));
    (backend == DbBackend::Postgres).then(is_stable)
}

fn last(rows: &[QueryResult]) -> Result<Option<Position>, DbErr> {
    rows.last().map(position).transpose()
}

fn position(row: &QueryResult) -> Result<Position, DbErr> {
    Ok(Position { xid: row.try_get("", "xid")?, id: row.try_get("", "id")? })
}
