//! Reads events from the database.

use entity::{
    Timestamp,
    record_event::{Column, Entity, Model as Event},
};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Statement, sea_query::Expr,
};

use super::position::Position;
use crate::{error::Error, store::database::Database};

/// Most events that one query reads.
pub(super) const BATCH: usize = 200;
/// Most unread events that are counted.
const MAX_LAG: u64 = 1_000;

/// Condition: no earlier event can still be inserted. Every transaction that is running or begins
/// later comes at or after the oldest running transaction.
const IS_STABLE: &str =
    r#""xid" < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + record_event_base()"#;

/// The position before all events that are written from now on.
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

/// Reads the stable events after a position, the oldest first.
pub async fn read(database: &Database, after: Position) -> Result<Vec<Event>, DbErr> {
    let is_stable = (database.backend() == DbBackend::Postgres).then(|| Expr::cust(IS_STABLE));
    Entity::find()
        .filter(after.is_before().add_option(is_stable))
        .order_by_asc(Column::Xid)
        .order_by_asc(Column::Id)
        .limit(BATCH as u64)
        .all(&database.reader)
        .await
}

/// Reads the timestamps of events after a position, the oldest first.
pub async fn timestamps(database: &Database, after: Position) -> Result<Vec<Timestamp>, DbErr> {
    Entity::find()
        .select_only()
        .column(Column::CreatedAt)
        .filter(after.is_before())
        .order_by_asc(Column::Xid)
        .order_by_asc(Column::Id)
        .limit(MAX_LAG)
        .into_tuple()
        .all(&database.reader)
        .await
}
