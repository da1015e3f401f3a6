//! Indexes for the records of each account, by id.

use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

use crate::tables::index;

/// Creates the indexes, which take the place of those by account alone.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// The tables of records that accounts own.
const TABLES: [&str; 8] = [
    "api_keys",
    "applications",
    "contents",
    "customers",
    "integrations",
    "notifications",
    "organizations",
    "reports",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // In SQLite each index has the id.
        if manager.get_database_backend() != DbBackend::Postgres {
            return Ok(());
        }
        for table in TABLES {
            // On a large database they can be created before, without blocking writers.
            let by_id = index(table, &["user_id", "id"]).if_not_exists().take();
            manager.create_index(by_id).await?;
            let mut by_account = Index::drop();
            by_account.name(format!("{table}_user_id_index")).table(table);
            manager.drop_index(by_account).await?;
        }
        Ok(())
    }
}
