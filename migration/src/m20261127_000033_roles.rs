//! Makes roles a kind of record: with an active flag, and the indexes of lists and the trash.

use sea_orm_migration::prelude::*;

use crate::kind::RecordTable;

/// Adds the column and the indexes.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Earlier programs insert roles without it.
        let mut is_active = ColumnDef::new("is_active");
        is_active.boolean().not_null().default(true);
        let add = Table::alter().table("roles").add_column(is_active).take();
        manager.alter_table(add).await?;
        RecordTable::new("roles", "name").index(manager).await
    }
}
