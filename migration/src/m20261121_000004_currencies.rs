//! Currencies.

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
                "currencies",
                [text("code").unique_key().take(), text("name"), text_or_null("symbol")],
            ))
            .await
    }
}
