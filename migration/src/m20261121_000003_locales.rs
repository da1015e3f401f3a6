//! Locales.

use sea_orm_migration::prelude::*;

use crate::tables::{records, text, text_or_null};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(records(
                "locales",
                [
                    text("code").unique_key().take(),
                    text("name"),
                    text_or_null("native_name"),
                    ColumnDef::new("sort_order").integer().not_null().default(0).take(),
                ],
            ))
            .await
    }
}
