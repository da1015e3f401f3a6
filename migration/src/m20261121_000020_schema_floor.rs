//! Which programs may use the schema.

use sea_orm_migration::prelude::*;

use crate::tables::text;

/// Makes a table of one row, which whoever changes the schema fills (`FLOOR`).
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create().table("schema_floor").col(text("change").primary_key()).take();
        manager.create_table(table).await
    }
}
