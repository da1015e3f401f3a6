//! Translations.

use sea_orm_migration::prelude::*;

use crate::tables::{index, long_text, records, text};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(records(
                "translations",
                [text("key"), text("locale"), long_text("value"), text("group")],
            ))
            .await?;
        manager.create_index(index("translations", &["locale", "group"])).await
    }
}
