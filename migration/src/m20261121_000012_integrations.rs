//! Integrations.

use sea_orm_migration::prelude::*;

use crate::tables::{index, records, reference_or_null, text, text_or_null, to_user, uuid};

/// Creates the table.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = records(
            "integrations",
            [uuid(), reference_or_null("user_id"), text("name"), text_or_null("type")],
        );
        table.foreign_key(&mut to_user("user_id"));
        manager.create_table(table).await?;
        manager.create_index(index("integrations", &["user_id"])).await
    }
}
