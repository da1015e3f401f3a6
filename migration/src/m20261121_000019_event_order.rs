//! The order of events, and an index for cache invalidation.

use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// Gives events a position in PostgreSQL, and creates the index.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// The offset that is added to transaction ids. They start over in another cluster, where the
/// program replaces the function (`store/schema.rs`). Dumps include it.
const BASE: &str = "CREATE FUNCTION record_event_base() RETURNS bigint LANGUAGE sql STABLE \
     AS 'SELECT 0::bigint'";

/// The position of an event that is written now.
///
/// A transaction gets its id with its first write and can change a record long after that, so its id
/// alone would order the event before those of transactions that changed the record meanwhile. The
/// position is therefore the newest transaction that has ended when the event is written, if that is
/// newer than the event's own. The function is volatile PL/pgSQL, which sees the transactions of that
/// time and not those of the start of the statement.
///
/// - Positions of a record never decrease: a transaction locks the record that it changes, so the one
///   that changed it before has ended.
/// - A position is never below the id of its transaction, so nothing can appear below the oldest
///   running transaction.
/// - A position is never above the ended transactions, so a reader never waits for a transaction that
///   has not started.
const PLACE: &str = "CREATE FUNCTION record_event_place() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$ \
     BEGIN \
       RETURN greatest(pg_current_xact_id()::text::bigint, \
         pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1) + record_event_base(); \
     END $$";

/// Creates a partial index of the events that invalidate caches. They are few, and servers look for
/// them several times a second.
const STALE: &str = "CREATE INDEX record_events_stale_index ON record_events (xid) \
     WHERE kind IN ('ApiKey', 'Role', 'Translation', 'User')";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite has one writer, so the ids of events are in order.
        if manager.get_database_backend() != DbBackend::Postgres {
            return Ok(());
        }
        let default = "ALTER TABLE record_events ALTER COLUMN xid SET DEFAULT record_event_place()";
        for statement in [BASE, PLACE, default, STALE] {
            manager.get_connection().execute_unprepared(statement).await?;
        }
        Ok(())
    }
}
