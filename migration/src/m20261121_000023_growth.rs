//! Indexes that keep pages short with many deleted records or events.

use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// Creates the indexes.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// The tables whose records can be restored, with the label's column.
const TABLES: [(&str, &str); 11] = [
    ("applications", "title"),
    ("contents", "title"),
    ("currencies", "name"),
    ("customers", "company_name"),
    ("integrations", "name"),
    ("locales", "name"),
    ("notifications", "title"),
    ("organizations", "organization_name"),
    ("reports", "title"),
    ("translations", "key"),
    ("users", "email"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, label) in TABLES {
            let deleted = || Expr::col("deleted_at").is_not_null();
            let live = Expr::col("deleted_at").is_null();
            for (name, columns, state) in [
                // Live records by id: deleted ones needn't be skipped.
                ("live", ["id"].as_slice(), live),
                // Deleted records by id, and by creation.
                ("trash_id", &["id"], deleted()),
                ("trash_newest", &["created_at", "id"], deleted()),
            ] {
                let mut index = Index::create();
                index.name(format!("{table}_{name}_index")).table(table).and_where(state);
                // On a large database they can be created before, without blocking writers.
                index.if_not_exists();
                for column in columns {
                    index.col(*column);
                }
                manager.create_index(index.take()).await?;
            }
            match manager.get_database_backend() {
                DbBackend::Postgres => trigrams(manager, table, label).await?,
                _ => with_labels(manager, table, label).await?,
            }
        }
        for statement in EVENTS {
            manager.get_connection().execute_unprepared(statement).await?;
        }
        Ok(())
    }
}

/// Indexes for a kind's newest events, and for an account's deletions.
///
/// The first has the negative id, because an engine that could use the primary key for the order
/// would skip all newer events of other kinds and actions.
const EVENTS: [&str; 2] = [
    "CREATE INDEX IF NOT EXISTS record_events_newest_index ON record_events (kind, action, (-id))",
    "CREATE INDEX IF NOT EXISTS record_events_deletions_index \
     ON record_events (actor_id, kind, created_at, record_id) WHERE action = 'deleted'",
];

/// Indexes the trigrams of deleted records' labels, where the extension exists.
async fn trigrams(manager: &SchemaManager<'_>, table: &str, label: &str) -> Result<(), DbErr> {
    let statement = format!(
        "DO $$ BEGIN \
           CREATE EXTENSION IF NOT EXISTS pg_trgm; \
           CREATE INDEX IF NOT EXISTS {table}_trash_label_index ON {table} USING gin ({label} gin_trgm_ops) \
             WHERE deleted_at IS NOT NULL; \
         EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file \
           OR undefined_object THEN \
           RAISE NOTICE 'no index for searches of the trash: %', SQLERRM; \
         END $$"
    );
    manager.get_connection().execute_unprepared(&statement).await.map(drop)
}

/// Adds labels to the index by deletion. SQLite then searches the index without reading a row for
/// each record.
async fn with_labels(
    manager: &SchemaManager<'_>,
    table: &'static str,
    label: &'static str,
) -> Result<(), DbErr> {
    let name = format!("{table}_bin_index");
    let mut without = Index::drop();
    without.name(&name).table(table);
    manager.drop_index(without).await?;
    let mut index = Index::create();
    index.name(name).table(table).col("deleted_at").col("id").col(label);
    index.and_where(Expr::col("deleted_at").is_not_null());
    manager.create_index(index.take()).await
}
