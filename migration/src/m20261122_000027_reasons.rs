//! The reason that a caller gave for a change.

use sea_orm_migration::prelude::*;

use crate::tables::text_or_null;

/// Adds the column to events; earlier ones have no reason.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = text_or_null("reason");
        let table = Table::alter().table("record_events").add_column(column).take();
        manager.alter_table(table).await
    }
}
