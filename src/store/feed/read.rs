//! What the feed asks the database.

use entity::record_event::Model as Event;
use entity::{
    Timestamp,
    record_event::{Column, Entity},
};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Statement, sea_query::Expr,
};

use super::{feed::BATCH, position::Position};
use crate::{error::Error, store::database::Database};

/// Most events that are counted as not read yet.
const BEHIND: u64 = 1_000;

/// The condition that nothing can come before an event any more: whatever is still under way, or
/// begins later, stands at the oldest transaction under way or behind it.
const SETTLED: &str =
    r#""xid" < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + record_event_base()"#;

/// The place from which on everything that is written from now on will be found.
///
/// # Errors
/// When the database can't be reached.
pub async fn now(database: &Database) -> Result<Position, Error> {
    let statement = match database.backend() {
        DbBackend::Postgres => {
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + record_event_base() - 1, \
             9223372036854775807::bigint"
        }
        _ => "SELECT 0, COALESCE(MAX(id), 0) FROM record_events",
    };
    let statement = Statement::from_string(database.backend(), statement);
    let row = database.reader.query_one_raw(statement).await?.ok_or(Error::Internal)?;
    Ok(Position { xid: row.try_get_by_index(0)?, id: row.try_get_by_index(1)? })
}

/// The events after a place that nothing can come before any more, the oldest first.
pub async fn read(database: &Database, after: Position) -> Result<Vec<Event>, DbErr> {
    let settled = (database.backend() == DbBackend::Postgres).then(|| Expr::cust(SETTLED));
    Entity::find()
        .filter(after.beyond().add_option(settled))
        .order_by_asc(Column::Xid)
        .order_by_asc(Column::Id)
        .limit(BATCH as u64)
        .all(&database.reader)
        .await
}

/// When the events after a place were written, settled or not, the oldest first and up to a number.
pub async fn written_after(database: &Database, after: Position) -> Result<Vec<Timestamp>, DbErr> {
    Entity::find()
        .select_only()
        .column(Column::CreatedAt)
        .filter(after.beyond())
        .order_by_asc(Column::Xid)
        .order_by_asc(Column::Id)
        .limit(BEHIND)
        .into_tuple()
        .all(&database.reader)
        .await
}
