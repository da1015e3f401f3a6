//! Secrets that all servers of a database share.

use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

use crate::tables::text;

/// Creates the table, with the secret that signs positions of events.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let name = text("name").primary_key().take();
        let table = Table::create().table("secrets").col(name).col(text("value")).take();
        manager.create_table(table).await?;
        let random = match manager.get_database_backend() {
            DbBackend::Postgres => "gen_random_uuid()::text || gen_random_uuid()::text",
            _ => "lower(hex(randomblob(32)))",
        };
        let insert = format!("INSERT INTO secrets (name, value) VALUES ('positions', {random})");
        manager.get_connection().execute_unprepared(&insert).await.map(drop)
    }
}
