//! What puts events in order, and an index of those that make something stale.

use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// Gives events a place of their own in PostgreSQL, and makes the index.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// What is added to the numbers of transactions, which begin anew in another cluster: the program
/// replaces the function there (`database/schema.rs`). Dumps carry it along.
const BASE: &str = "CREATE FUNCTION record_event_base() RETURNS bigint LANGUAGE sql STABLE \
     AS 'SELECT 0::bigint'";

/// The place of an event that is written now.
///
/// A transaction gets its number with its first write and may change a record long after that: its
/// number alone would put the event before those of transactions that changed the record meanwhile.
/// So an event is placed with the newest transaction that has ended when it is written, if that is
/// newer than its own; a volatile function of this language looks then and not when the statement
/// began. Whoever changes a record holds it, so whoever changed it before has ended: places never go
/// back for one record. They are never below the number of the writing transaction, so that nothing
/// can appear any more below the oldest one under way, and never above those that have ended, so
/// that nobody waits for one that is yet to begin.
const PLACE: &str = "CREATE FUNCTION record_event_place() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$ \
     BEGIN \
       RETURN greatest(pg_current_xact_id()::text::bigint, \
         pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1) + record_event_base(); \
     END $$";

/// Few events are of these kinds, and servers look for them several times a second.
const STALE: &str = "CREATE INDEX record_events_stale_index ON record_events (xid) \
     WHERE kind IN ('ApiKey', 'Role', 'Translation', 'User')";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite has one writer, and the numbers of events are in order.
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
