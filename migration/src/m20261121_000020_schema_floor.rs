//! The oldest migration that programs have to know.

use sea_orm_migration::prelude::*;

use crate::tables::text;

/// Creates a table of one row, which migrating fills with `FLOOR`.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create().table("schema_floor").col(text("change").primary_key()).take();
        manager.create_table(table).await
    }
}
